import { nameOf } from "#shared/domain/evidence/question/sentence.ts";
import { dayOf } from "./format.ts";
import { type DecisionWord, type Review, type Rule, signerOf } from "./room.ts";
import type { ShapeAndWord } from "./shapes.ts";

const verbs: Readonly<Record<DecisionWord, string>> = {
  approved: "Approved by",
  approved_with_changes: "Approved with changes by",
  changes_requested: "Sent back for changes by",
  rejected: "Rejected by",
};

/** Shape and word of a decision, so that none is told by its colour alone. */
export const decisionMarks: Readonly<Record<DecisionWord, ShapeAndWord>> = {
  approved: ["check", "Approved"],
  approved_with_changes: ["check", "Approved with changes"],
  changes_requested: ["back", "Changes requested"],
  rejected: ["cross", "Rejected"],
};

/** What counsel said of this very rule; without a word of its own it is the decision. */
export const verdictOn = (review: Review, useCaseId: string): DecisionWord =>
  review.rule_verdicts?.find((one) => one.use_case_id === useCaseId)?.verdict ?? review.status;

/** Whether the wording decided on, which was live when the request was made, is the live one. */
const isLive = (review: Review, rule: Rule): boolean => review.created_at >= rule.updated_at;

/**
 * "Approved by Dr. Ada Lex (Lex LLP, RAK Berlin 4711) on 3 March 2026 in this wording. The wording is
 * live."
 * @param live as found by comparing the wordings; null: not compared, see {@link isLive}
 */
export function sentenceOf(review: Review, rule: Rule, live: boolean | null): string {
  const { display_name, firm = null, bar_registration = null } = signerOf(review);
  const who = nameOf({ display_name, firm, bar_registration });
  const verdict = verdictOn(review, rule.use_case_id);
  const end =
    (live ?? isLive(review, rule))
      ? "The wording is live."
      : `The wording has changed since, on ${dayOf(rule.updated_at)}.`;
  return `${verbs[verdict]} ${who} on ${dayOf(review.decided_at)} in this wording. ${end}`;
}

/** What is said of a rule without a decision within the room. */
export function undecidedSentence({ review_status }: Rule): string {
  const outside = "by a decision that this room does not show";
  const said = {
    approved_live: `Approved ${outside}. The wording is live.`,
    approved_then_changed: `Approved ${outside}. The wording has changed since.`,
    refused: "Not approved: the last answer was no.",
    pending: "Not approved yet: counsel has been asked.",
    never_reviewed: "Nobody has been asked to review it.",
  } as const;
  return said[review_status];
}
