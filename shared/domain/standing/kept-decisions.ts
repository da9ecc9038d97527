import { approves, byDecision, type RuleDecision } from "./standing.ts";

/*
 * The decisions that are kept with a rule, so that one item is enough to tell its standing: the newest
 * decision on each wording, for a few wordings. The order in which decisions are written does not
 * matter.
 */

/** The newest decision on one wording. */
export interface KeptDecision extends RuleDecision {
  /** When the first decision on this wording was made, if it was another one and all are kept. */
  since?: string;
}

/** The time of an approval and the approved wording. */
type Approval = Pick<RuleDecision, "decided_at" | "content_hash">;

/** The decisions on one rule that are kept. */
export interface KeptDecisions {
  /** How many decisions there were, including those not kept. */
  count: number;
  /** The newest decision on each wording, the newest of all first. */
  newest: readonly KeptDecision[];
  /** The newest approval, where a later refusal of the same wording hides it. */
  approved: Approval | null;
  /**
   * When the first decision on the rule was made, if there are more wordings than we keep; null: all
   * are kept.
   */
  dropped_since: string | null;
}

export const nothingDecided: KeptDecisions = {
  count: 0,
  newest: [],
  approved: null,
  dropped_since: null,
};

/** The most wordings whose newest decision is kept, which bounds the cost of reading them. */
const MAX_WORDINGS = 3;

const earlier = (a: string, b: string): string => (a < b ? a : b);
const firstOn = ({ since, decided_at }: KeptDecision): string => since ?? decided_at;

/** The kept decisions after one more decision, whether or not it is the newest. */
export function withDecision(kept: KeptDecisions, decision: KeptDecision): KeptDecisions {
  const same = kept.newest.find(({ content_hash }) => content_hash === decision.content_hash);
  const all = [
    ...kept.newest.filter((one) => one !== same),
    same === undefined ? decision : newerOf(same, decision),
  ].sort((a, b) => byDecision(b, a));
  const isDropping = kept.dropped_since !== null || all.length > MAX_WORDINGS;
  const first = all.map(firstOn).reduce(earlier, kept.dropped_since ?? decision.decided_at);
  const newest = all.slice(0, MAX_WORDINGS);
  return {
    count: kept.count + 1,
    newest: isDropping ? newest.map(withoutSince) : newest,
    approved: hiddenApproval(kept, decision, newest),
    dropped_since: isDropping ? first : null,
  };
}

const withoutSince = ({ since: _, ...decision }: KeptDecision): KeptDecision => decision;

function newerOf(a: KeptDecision, b: KeptDecision): KeptDecision {
  const newer = withoutSince(byDecision(a, b) < 0 ? b : a);
  const first = earlier(firstOn(a), firstOn(b));
  return first === newer.decided_at ? newer : { ...newer, since: first };
}

/** The newest approval known, unless it is the newest decision on its wording. */
function hiddenApproval(
  before: KeptDecisions,
  decision: KeptDecision,
  newest: readonly KeptDecision[],
): KeptDecisions["approved"] {
  const last = laterOf(lastApproval(before), approves(decision) ? decision : null);
  if (last === null) return null;
  const { decided_at, content_hash } = last;
  const isVisible = newest.some((one) => approves(one) && one.content_hash === content_hash);
  return isVisible ? null : { decided_at, content_hash };
}

/** The newest approval of any wording, even if refusals followed; null: there is none. */
export function lastApproval({ newest, approved }: KeptDecisions): Approval | null {
  return newest.filter(approves).reduce<Approval | null>(laterOf, approved);
}

/** The later of two approvals. If their times are equal, it is always the same one. */
function laterOf(a: Approval | null, b: Approval | null): Approval | null {
  if (a === null || b === null) return a ?? b;
  const place = ({ decided_at, content_hash }: Approval): string => decided_at + content_hash;
  return place(a) < place(b) ? b : a;
}

/** What the kept decisions tell about a rule up to an instant. */
export interface KnownAt {
  /** The newest decision up to the instant, for each wording where it is known. */
  decisions: readonly RuleDecision[];
  /** Wordings that had decisions by then, but whose newest decision by then is not known. */
  unknown: ReadonlySet<string>;
  /** From this instant until then there may have been decisions on any wording; null: no others. */
  searched_from: string | null;
}

/** @param at ISO 8601 UTC */
export function knownAt({ newest, dropped_since }: KeptDecisions, at: string): KnownAt {
  const isLater = ({ decided_at }: KeptDecision): boolean => decided_at > at;
  const hidden = newest.filter((one) => isLater(one) && firstOn(one) <= at);
  return {
    decisions: newest.filter((one) => !isLater(one)),
    unknown: new Set(hidden.map(({ content_hash }) => content_hash)),
    searched_from: dropped_since !== null && dropped_since <= at ? dropped_since : null,
  };
}
