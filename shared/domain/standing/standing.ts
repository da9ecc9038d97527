import type { Decision } from "#shared/domain/reviews/statuses.ts";

/** The outcome of one decision for one rule. A panel's members decide only through their panel. */
export interface RuleDecision {
  /** The request; for a panel, the newest member's whose outcome for the rule is the panel's. */
  review_id: string;
  /** null: a single request, outside of panels. */
  panel_id: string | null;
  outcome: Decision;
  /** ISO 8601 UTC; for a panel, the time when it ended. */
  decided_at: string;
  /** Hash of the wording that was decided on. */
  content_hash: string;
  /** It approves the wording and names, in words of its own, changes that should follow. */
  is_wish?: true;
}

/** A request, or a panel, that asks about a rule. */
export interface RuleRequest {
  /** null: a panel asks, with a request for each member. */
  review_id: string | null;
  panel_id: string | null;
  /** Hash of the wording that it asks about. */
  content_hash: string;
  created_at: string;
  expires_at: string;
  /** When it was decided or withdrawn, or ended for another reason; null: it has not ended. */
  ended_at: string | null;
}

/** The decisions that concern one rule, and the requests that ask about it; both in any order. */
export interface RuleRecord {
  decisions: readonly RuleDecision[];
  requests: readonly RuleRequest[];
}

/** A request or panel that is open on a rule. */
export interface OpenOnRule {
  review_id: string | null;
  panel_id: string | null;
  expires_at: string;
  /** Whether it asks about the wording in question, or about another one. */
  holds_wording: boolean;
}

type Refusal = Extract<Decision, "changes_requested" | "rejected">;

/** The refusal that counts. */
export interface Refused {
  review_id: string;
  panel_id: string | null;
  verdict: Refusal;
  decided_at: string;
  /** Whether another wording than the one in question was refused. */
  wording_changed_since: boolean;
}

/** The standing of a rule's wording at an instant. */
export interface Standing {
  /**
   * `approved`, `refused`: the newest decision on this wording. If nobody has decided on this wording,
   * the newest decision on any other wording counts: `changed` if it approves that wording, `refused`
   * if it refuses it. `none`: nobody has decided on any wording.
   */
  state: "approved" | "refused" | "changed" | "none";
  /** The decision that counts; null while nobody has decided. */
  decision: RuleDecision | null;
  /** Not null exactly while the state is `refused`. */
  objection: Refused | null;
  /** Open requests and panels: first those about this wording, then those that expire last. */
  open: OpenOnRule[];
}

/** The standing of a rule that nobody has decided on and that is not under review. */
export const noStanding: Standing = { state: "none", decision: null, objection: null, open: [] };

const isRefusal = (outcome: Decision): outcome is Refusal =>
  outcome === "rejected" || outcome === "changes_requested";

/** Whether a decision approves the wording that it is about. */
export const approves = ({ outcome }: Pick<RuleDecision, "outcome">): boolean =>
  !isRefusal(outcome);

/** The open request or panel that rows show: the first one of a rule's standing. */
export const shownOpen = ([open]: readonly OpenOnRule[]) => ({
  open_review_id: open?.review_id ?? null,
  open_panel_id: open?.panel_id ?? null,
  open_holds_wording: open?.holds_wording ?? null,
});

/** What a decision leaves to be done while it is the one that counts; null: nothing. */
export function remarkIn({ outcome, is_wish }: RuleDecision): "objection" | "wish" | null {
  if (isRefusal(outcome)) return "objection";
  return is_wish ? "wish" : null;
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The id that identifies a decision or a request: its panel's, if it has one. */
const idOf = ({ panel_id, review_id }: { panel_id: string | null; review_id: string | null }) =>
  panel_id ?? review_id ?? "";

/**
 * Sorts decisions, the oldest first. Decisions of the same time are sorted approvals before refusals,
 * then by the panel's or the request's id.
 */
export const byDecision = (a: RuleDecision, b: RuleDecision): number =>
  compared(a.decided_at, b.decided_at) ||
  Number(isRefusal(a.outcome)) - Number(isRefusal(b.outcome)) ||
  compared(idOf(a), idOf(b));

/** The newest of some decisions; null of none. */
export const newestOf = <D extends RuleDecision>(decisions: readonly D[]): D | null =>
  decisions.reduce<D | null>(
    (newest, one) => (newest === null || byDecision(newest, one) < 0 ? one : newest),
    null,
  );

/** Sorts open requests: those about the wording first, then the latest expiry, then the smallest id. */
const byLife = (a: OpenOnRule, b: OpenOnRule): number =>
  Number(b.holds_wording) - Number(a.holds_wording) ||
  compared(b.expires_at, a.expires_at) ||
  compared(idOf(a), idOf(b));

/**
 * Whether a request is open at an instant: it was made by then, and has neither ended nor expired
 * by then.
 */
export const isOpenAt = (
  {
    created_at,
    expires_at,
    ended_at,
  }: Omit<RuleRequest, "review_id" | "panel_id" | "content_hash">,
  at: string,
): boolean => created_at <= at && expires_at >= at && (ended_at === null || ended_at > at);

/** The requests and panels open at an instant; a panel appears once, whoever is asked. */
function openAt(requests: readonly RuleRequest[], wording: string, at: string): OpenOnRule[] {
  const open = requests
    .filter((request) => isOpenAt(request, at))
    .map(({ review_id, panel_id, expires_at, content_hash }) => ({
      review_id: panel_id === null ? review_id : null,
      panel_id,
      expires_at,
      holds_wording: content_hash === wording,
    }))
    .sort(byLife);
  const first = new Map(open.toReversed().map((one) => [idOf(one), one]));
  return open.filter((one) => first.get(idOf(one)) === one);
}

/**
 * The standing of a wording of a rule. This is the one answer to "is this rule approved?", and
 * everything that shows, counts or judges rules reads it (standing.md, section 1).
 * @param rule all decisions that concern the rule, or at least the newest up to `at` on each of its
 * wordings; and the requests that ask about it
 * @param wording the content hash in question: of the wording that is live, was live on a past day, or
 * is about to ship
 * @param at ISO 8601 UTC: later decisions do not count, and requests are open as of then. For a future
 * instant, what is known today applies
 */
export function standingOf(rule: RuleRecord, wording: string, at: string): Standing {
  const made = rule.decisions.filter(({ decided_at }) => decided_at <= at);
  const own = newestOf(made.filter(({ content_hash }) => content_hash === wording));
  const decision = own ?? newestOf(made);
  const open = openAt(rule.requests, wording, at);
  if (decision === null) return { state: "none", decision, objection: null, open };
  const { review_id, panel_id, outcome, decided_at, content_hash } = decision;
  if (isRefusal(outcome)) {
    const wording_changed_since = content_hash !== wording;
    const objection = { review_id, panel_id, verdict: outcome, decided_at, wording_changed_since };
    return { state: "refused", decision, objection, open };
  }
  return { state: own === null ? "changed" : "approved", decision, objection: null, open };
}
