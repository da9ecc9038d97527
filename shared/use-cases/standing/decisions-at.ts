import { type KeptDecisions, knownAt } from "#shared/domain/standing/kept-decisions.ts";
import type { RuleDecision } from "#shared/domain/standing/standing.ts";
import { decisionOn } from "#shared/store/decision-items.ts";
import type { PastDecisions } from "#shared/store/decisions.ts";

/** Gives a rule's decisions up to an instant: at least the newest on each wording. */
export type DecisionsOn = (useCaseId: string) => readonly RuleDecision[];

/** A rule whose kept decisions are not enough, so that more have to be found. */
interface Search {
  /** The wordings whose newest decision is sought, with the time of that decision once it is found. */
  wanted: Map<string, string | null>;
  /** Everything since then is searched. */
  since: string | null;
  found: RuleDecision[];
}

/**
 * The decisions on rules as of an instant. The kept decisions are enough for most rules. For the
 * others, the decisions up to the instant are read backwards until each is known.
 * @param at ISO 8601 UTC
 * @param past the decisions up to `at`
 */
export async function decisionsAt(
  at: string,
  useCaseIds: Iterable<string>,
  keptOn: (useCaseId: string) => KeptDecisions,
  past: PastDecisions,
): Promise<DecisionsOn> {
  const known = new Map<string, readonly RuleDecision[]>();
  const searches = new Map<string, Search>();
  for (const id of useCaseIds) {
    const { decisions, unknown, searched_from } = knownAt(keptOn(id), at);
    known.set(id, decisions);
    if (unknown.size === 0 && searched_from === null) continue;
    const wanted = new Map([...unknown].map((hash): [string, string | null] => [hash, null]));
    searches.set(id, { wanted, since: searched_from, found: [] });
  }
  await search(new Map(searches), past);
  return (id) => [...(known.get(id) ?? []), ...(searches.get(id)?.found ?? [])];
}

async function search(open: Map<string, Search>, past: PastDecisions): Promise<void> {
  for (const decision of past.decisions) {
    for (const [id, one] of open) if (isDone(one, decision.decided_at)) open.delete(id);
    for (const rule of decision.rules) {
      const one = open.get(rule.use_case_id);
      if (one === undefined) continue;
      one.found.push(decisionOn(decision, rule));
      if (one.wanted.get(rule.content_hash) === null) {
        one.wanted.set(rule.content_hash, decision.decided_at);
      }
    }
  }
  if (open.size > 0 && past.earlier !== null) await search(open, await past.earlier());
}

/** Whether decisions at or before an instant can add nothing. All decisions of the same time count. */
const isDone = ({ wanted, since }: Search, at: string): boolean =>
  (since === null || since > at) &&
  [...wanted.values()].every((foundAt) => foundAt !== null && foundAt > at);
