import { whyNot } from "#shared/domain/clearance/judge.ts";
import { questionOf } from "#shared/domain/clearance/question.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { loadRuleFacts } from "#shared/use-cases/clearance/load-rule-facts.ts";

/** A rule whose verdict has changed. */
export interface Flip {
  use_case_id: string;
  cleared: boolean;
  /** null: the rule is cleared. */
  reason: string | null;
}

/** The state of a book before and after a change. */
export interface BookChange {
  framework_id: string;
  use_case_ids: readonly string[];
  /** The time of the change, ISO 8601 UTC. */
  at: string;
  /** undefined: the present status applies before and after. */
  superseded?: { before: boolean; after: boolean };
}

type Verdicts = ReadonlyMap<string, string | null>;

/**
 * The rules whose verdict, judged without options, a change has turned. Each is judged from history, as
 * of the millisecond before the change and as of the change.
 * @param now ISO 8601 UTC
 */
export async function flipsOf(change: BookChange, now: string): Promise<Flip[]> {
  const { at, superseded = await presentStatus(change.framework_id) } = change;
  const earlier = new Date(Date.parse(at) - 1).toISOString();
  const [before, after] = await Promise.all([
    verdictsOn(change, earlier, superseded.before, now),
    verdictsOn(change, at, superseded.after, now),
  ]);
  return [...after].flatMap(([use_case_id, reason]) => {
    const was = before.get(use_case_id) ?? null;
    const isFlip = (reason === null) !== (was === null && before.has(use_case_id));
    return isFlip ? [{ use_case_id, cleared: reason === null, reason }] : [];
  });
}

/** The present status of a book, for a change that leaves it alone. */
async function presentStatus(frameworkId: string): Promise<NonNullable<BookChange["superseded"]>> {
  const is = (await getFramework(frameworkId))?.status === "superseded";
  return { before: is, after: is };
}

const MOST_AT_ONCE = 500;

async function verdictsOn(
  { framework_id, use_case_ids }: BookChange,
  on: string,
  isSuperseded: boolean,
  now: string,
): Promise<Verdicts> {
  const verdicts = new Map<string, string | null>();
  for (let from = 0; from < use_case_ids.length; from += MOST_AT_ONCE) {
    const asked = use_case_ids.slice(from, from + MOST_AT_ONCE);
    const question = questionOf({ framework_id, use_case_ids: asked, on });
    const { facts } = await loadRuleFacts(question, on, now, "verdicts");
    for (const one of facts) {
      const not = whyNot(one, question, isSuperseded ? null : undefined, on);
      verdicts.set(one.use_case_id, not?.reason ?? null);
    }
  }
  return verdicts;
}
