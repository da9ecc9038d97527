import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { ruleOutcome, verdictOn } from "#shared/domain/reviews/rule-outcome.ts";
import { cut } from "#shared/domain/text/text.ts";
import type { Refused } from "./standing.ts";

/** Counsel as a decision's signature names them. */
export interface SignedBy {
  id: string;
  display_name: string;
  firm: string | null;
}

/** A refusal, with the counsel who refused and why, as answers for the platform show it. */
export interface Objection extends Refused {
  counsel: SignedBy;
  /** The beginning of the verdict's text, otherwise of the comment; null: counsel gave neither. */
  text: string | null;
}

/** The most characters of counsel's words that answers about a rule show. */
const MAX_SAID = 280;

/** The beginning of what counsel wrote, with `…` if there is more. */
const beginning = (text: string): string =>
  text.length > MAX_SAID ? `${cut(text, MAX_SAID)}…` : cut(text, MAX_SAID);

type Said = Pick<DecidedReview, "rule_verdicts" | "decision_comment">;

/**
 * The beginning of counsel's text on a rule: the text of its verdict, otherwise the comment on the
 * whole request. null if there is none or it is kept back.
 */
export function saidOf(review: Said, useCaseId: string): string | null {
  const text = verdictOn(review, useCaseId)?.text || review.decision_comment;
  return typeof text === "string" && text !== "" ? beginning(text) : null;
}

/** Counsel as they were when they signed. */
export const signerIn = ({
  counsel_id: id,
  signed_as,
}: Pick<DecidedReview, "counsel_id" | "signed_as">): SignedBy => ({
  id,
  display_name: signed_as?.display_name ?? id,
  firm: signed_as?.firm ?? null,
});

/**
 * The refusal of a rule with counsel's name and words.
 * @param review the request that the refusal names
 */
export const objectionOf = (
  refused: Refused,
  useCaseId: string,
  review: Said & Pick<DecidedReview, "counsel_id" | "signed_as">,
): Objection => ({ ...refused, counsel: signerIn(review), text: saidOf(review, useCaseId) });

/** Whether a review approves a rule and names, in words of its own, changes that should follow. */
export const isWish = (review: DecidedReview, useCaseId: string): boolean =>
  ruleOutcome(review, useCaseId) === "approved_with_changes" &&
  Boolean(verdictOn(review, useCaseId)?.text);
