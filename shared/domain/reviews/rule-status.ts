import type { Decision } from "./statuses.ts";

/** The review status of one rule (contract, "coverage"). */
export type RuleStatus =
  | "approved_live"
  | "approved_then_changed"
  | "never_approved"
  | "pending"
  | "never_reviewed";

/** The latest decision of one kind on one rule. */
export interface Answered {
  review_id: string;
  decided_at: string;
  content_hash: string;
  /** The panel whose result it is; absent: the review's own decision. */
  panel_id?: string;
}

/** The latest verdict by which counsel objected to one rule (reviews-that-run, section 5). */
export interface Objection extends Answered {
  verdict: Extract<Decision, "changes_requested" | "rejected">;
}

export interface RuleAnswers {
  /** The latest approval; a later rejection does not revoke it. */
  approved: Answered | null;
  /** The latest decision that was not an approval. */
  denied: Answered | null;
  objection: Objection | null;
  /** The latest verdict that approved the rule and named changes that should follow. */
  wish: Answered | null;
}

export const noAnswers: RuleAnswers = { approved: null, denied: null, objection: null, wish: null };

/** The objection, if no later approval of the rule, in whatever wording, has settled it. */
export const openObjection = ({
  approved,
  objection,
}: Pick<RuleAnswers, "approved" | "objection">): Objection | null =>
  objection !== null && (approved === null || approved.decided_at <= objection.decided_at)
    ? objection
    : null;

/** The wished changes, if the rule has not been approved since. */
export const openWish = ({
  approved,
  wish,
}: Pick<RuleAnswers, "approved" | "wish">): Answered | null =>
  wish !== null && wish.review_id === approved?.review_id ? wish : null;

/** The latest approval, unless an objection is open: an objection inside an approval is not green. */
export const standingApproval = (answers: RuleAnswers): Answered | null =>
  openObjection(answers) === null ? answers.approved : null;

/**
 * The status of a rule. If it was ever approved, only the latest approval counts, unless counsel has
 * objected to the rule since; otherwise an open review takes precedence over an earlier rejection.
 */
export function ruleStatus(liveHash: string, answers: RuleAnswers, isOpen: boolean): RuleStatus {
  const approved = standingApproval(answers);
  if (approved !== null) {
    return approved.content_hash === liveHash ? "approved_live" : "approved_then_changed";
  }
  if (isOpen) return "pending";
  return answers.denied === null ? "never_reviewed" : "never_approved";
}

/** What counsel has against a rule: a verdict on it alone, or the refusal of a request about it. */
export type ToResolve =
  | { kind: "objection"; said: Objection }
  | { kind: "refusal"; said: Answered };

/**
 * The objection to resolve, if there is one: counsel's verdict on the rule alone, or else the latest
 * refusal of a rule without approval, or of its live wording after the approval, which stands.
 */
export function toResolve(answers: RuleAnswers, liveHash: string): ToResolve | null {
  const { approved, denied } = answers;
  const objection = openObjection(answers);
  if (objection !== null) return { kind: "objection", said: objection };
  if (denied === null) return null;
  const isRefused =
    approved === null ||
    (denied.decided_at > approved.decided_at && denied.content_hash === liveHash);
  return isRefused ? { kind: "refusal", said: denied } : null;
}

/** An open request, or an open panel, on a rule, as stored with the rule. */
export interface OpenMark {
  /** The id of the request, or of the panel. */
  review_id: string;
  isPanel?: true;
  /** The request expires after this instant. */
  expires_at: string;
  /** The wording under review. */
  content_hash: string;
}

/** The open requests on one rule; may still include some that have expired since. */
export interface OpenOnRule {
  marks: readonly OpenMark[];
  /** Until when requests without a mark may be open; null if there are none. */
  others_until: string | null;
}

export const nothingOpen: OpenOnRule = { marks: [], others_until: null };

/** The most marks a rule keeps, which bounds the cost of reading it. */
const MOST_MARKS = 4;

const isOpen = ({ expires_at }: { expires_at: string }, at: string): boolean => expires_at >= at;

/** Sorts marks by expiry, latest first. */
const byLife = (a: OpenMark, b: OpenMark): number =>
  a.expires_at !== b.expires_at
    ? a.expires_at > b.expires_at
      ? -1
      : 1
    : a.review_id < b.review_id
      ? -1
      : 1;

/** The marks still open at an instant, latest expiry first. */
export const openMarksAt = ({ marks }: OpenOnRule, at: string): OpenMark[] =>
  marks.filter((mark) => isOpen(mark, at)).sort(byLife);

/** Whether requests without a mark may be open at an instant. */
export const mayHaveOthers = ({ others_until }: OpenOnRule, at: string): boolean =>
  others_until !== null && others_until >= at;

/** How the marks of a rule change when one more request is opened on it. */
export interface Opening {
  /** The new mark; null if the rule is full of marks that expire later. */
  added: OpenMark | null;
  /** Reviews whose mark is removed: they have expired, or later-expiring ones take their place. */
  removed: string[];
  others_until: string | null;
}

export function opening(on: OpenOnRule, mark: OpenMark, now: string): Opening {
  const marks = [...openMarksAt(on, now), mark].sort(byLife);
  const kept = new Set(marks.slice(0, MOST_MARKS).map(({ review_id }) => review_id));
  const withoutMark = marks.slice(MOST_MARKS).map(({ expires_at }) => expires_at);
  const others = mayHaveOthers(on, now) ? [on.others_until as string] : [];
  return {
    added: kept.has(mark.review_id) ? mark : null,
    removed: on.marks.map(({ review_id }) => review_id).filter((id) => !kept.has(id)),
    others_until: [...others, ...withoutMark].sort().at(-1) ?? null,
  };
}
