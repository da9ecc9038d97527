import { approves, byDecision, type RuleDecision } from "./standing.ts";

/*
 * What is kept of a rule's decisions, so that how it stands can be told from one item: the newest
 * decision on each of its wordings, of a few wordings. It is the same in whatever order the decisions
 * are written.
 */

/** The newest decision on one wording. */
export interface KeptDecision extends RuleDecision {
  /** When the first decision on this wording was made, if that was another one and all are kept. */
  since?: string;
}

/** When which wording was approved. */
type Approval = Pick<RuleDecision, "decided_at" | "content_hash">;

/** What is kept of the decisions on one rule. */
export interface KeptDecisions {
  /** How many decisions it is made of. */
  count: number;
  /** On each wording the newest decision, the newest of all first. */
  newest: readonly KeptDecision[];
  /** The newest approval, where a later refusal of the same wording hides it. */
  approved: Approval | null;
  /**
   * When the first decision on the rule was made, if there are more wordings than are kept; null:
   * all are kept.
   */
  dropped_since: string | null;
}

export const nothingDecided: KeptDecisions = {
  count: 0,
  newest: [],
  approved: null,
  dropped_since: null,
};

/** The most wordings of which the newest decision is kept, which bounds the cost of reading it. */
const MOST_WORDINGS = 3;

const earlier = (a: string, b: string): string => (a < b ? a : b);
const firstOn = ({ since, decided_at }: KeptDecision): string => since ?? decided_at;

/** What is kept once one more decision counts, whether or not it is the newest. */
export function withDecision(kept: KeptDecisions, decision: KeptDecision): KeptDecisions {
  const same = kept.newest.find(({ content_hash }) => content_hash === decision.content_hash);
  const all = [
    ...kept.newest.filter((one) => one !== same),
    same === undefined ? decision : newerOf(same, decision),
  ].sort((a, b) => byDecision(b, a));
  const isDropping = kept.dropped_since !== null || all.length > MOST_WORDINGS;
  const first = all.map(firstOn).reduce(earlier, kept.dropped_since ?? decision.decided_at);
  const newest = all.slice(0, MOST_WORDINGS);
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

/** The newest approval of any wording, whatever has been refused since; null: there is none. */
export function lastApproval({ newest, approved }: KeptDecisions): Approval | null {
  return newest.filter(approves).reduce<Approval | null>(laterOf, approved);
}

/** The later of two approvals; of one time, always the same one. */
function laterOf(a: Approval | null, b: Approval | null): Approval | null {
  if (a === null || b === null) return a ?? b;
  const place = ({ decided_at, content_hash }: Approval): string => decided_at + content_hash;
  return place(a) < place(b) ? b : a;
}

/** What is known of a rule's decisions up to an instant from what is kept. */
export interface KnownAt {
  /** On each wording that is known, the newest decision up to the instant. */
  decisions: readonly RuleDecision[];
  /** Wordings on which there were decisions by then, the newest of which is not known. */
  unknown: ReadonlySet<string>;
  /** There may have been decisions on any wording by then, from this instant on; null: none else. */
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
