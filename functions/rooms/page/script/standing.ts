import { isApproval } from "#shared/domain/reviews/review.ts";
import { countedOutcome, ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { decisionNames } from "#shared/domain/reviews/status-words.ts";
import { sentenceText } from "#shared/domain/standing/pieces.ts";
import { nameOf, standingSentence } from "#shared/domain/standing/sentence.ts";
import { type Answer, type Opinion, sameAs, toldOf } from "#shared/domain/standing/told.ts";
import { dayOf } from "./format.ts";
import { type DecisionWord, type Review, type Rule, signerOf } from "./room.ts";
import type { ShapeAndWord } from "./shapes.ts";

/* How a rule stands, and what each decision that the room shows said of it. */

/** The shape and word of each decision, so that none is conveyed by colour alone. */
export const decisionMarks: Readonly<Record<DecisionWord, ShapeAndWord>> = {
  approved: ["check", decisionNames.approved],
  approved_with_changes: ["check", decisionNames.approved_with_changes],
  changes_requested: ["back", decisionNames.changes_requested],
  rejected: ["cross", decisionNames.rejected],
};

/** What counsel decided for this very rule. */
export const outcomeOn = (review: Review, useCaseId: string): DecisionWord =>
  ruleOutcome(review, useCaseId) ?? review.status;

/** The hash of the wording that counsel decided on. */
const hashOn = (review: Review, { use_case_id }: Rule): string | undefined =>
  review.rule_hashes[review.rule_use_case_ids.indexOf(use_case_id)];

const isLive = (review: Review, rule: Rule): boolean => hashOn(review, rule) === rule.content_hash;

/**
 * What counsel said of one wording of a rule in the decisions that the room shows. Members of a panel
 * count if it has ended and they agree with it.
 */
function opinionsOn(reviews: readonly Review[], rule: Rule, contentHash: string): Opinion[] {
  return reviews.flatMap((review): Opinion[] => {
    if (hashOn(review, rule) !== contentHash) return [];
    const { id: review_id, panel } = review;
    const { use_case_id } = rule;
    const outcome = panel?.outcomes[review.rule_use_case_ids.indexOf(use_case_id)]?.outcome;
    const said = outcomeOn(review, use_case_id);
    const decision = panel === null ? said : countedOutcome(review, use_case_id, outcome);
    if (decision === null) return [];
    const counsel = { ...signerOf(review), id: review.counsel_id };
    // A panel member's decision counts from the panel's end.
    const decided_at = panel?.decided_at ?? review.decided_at;
    return [{ review_id, panel_id: panel?.id ?? null, counsel, decision, decided_at }];
  });
}

const states = {
  approved_live: "approved",
  approved_then_changed: "changed",
  refused: "refused",
  pending: "none",
  never_reviewed: "none",
} as const satisfies Record<Rule["review_status"], unknown>;

/**
 * The sentence on how a rule stands; the latest decision comes first. The state is that of the whole
 * book. The sentence does not name a decision that the room does not show.
 * @param reviews the decisions on it that the room shows
 */
export function ruleSentence(rule: Rule, reviews: readonly Review[]): string {
  const opinions = opinionsOn(reviews, rule, rule.content_hash);
  const { decision, objection, open, review_status } = rule;
  const answer = {
    standing: { state: states[review_status], decision, objection, open },
    approvals: opinions.filter((one) => isApproval(one.decision)),
    refusals: opinions.filter((one) => !isApproval(one.decision)),
    deciders:
      decision === null
        ? []
        : opinionsOn(reviews, rule, decision.content_hash).filter(sameAs(decision)),
  };
  return daySentence(answer);
}

/** The same for the wording of a day. */
export const daySentence = (wording: Answer): string =>
  sentenceText(standingSentence(toldOf(wording)));

/**
 * One decision on a rule: "Approved by Dr. Ada Lex (Lex LLP, RAK Berlin 4711) on 3 March 2026 in this
 * wording. The wording is live."
 */
export function decisionOn(review: Review, rule: Rule): string {
  const { display_name, firm = null, bar_registration = null } = signerOf(review);
  const who = nameOf({ display_name, firm, bar_registration });
  const outcome = outcomeOn(review, rule.use_case_id);
  const end = isLive(review, rule)
    ? "The wording is live."
    : `The wording has changed since, on ${dayOf(rule.updated_at)}.`;
  return `${decisionNames[outcome]} by ${who} on ${dayOf(review.decided_at)} in this wording. ${end}`;
}

/** Whether a later decision on the same wording takes the place of this one. */
export function isOverruled(review: Review, rule: Rule, all: readonly Review[]): boolean {
  const hash = hashOn(review, rule) ?? "";
  const [own] = opinionsOn([review], rule, hash);
  // A vote that its panel did not follow has never counted, so nothing takes its place.
  if (own === undefined) return false;
  const differs = (other: DecisionWord) => isApproval(other) !== isApproval(own.decision);
  const { decision } = rule;
  if (decision?.content_hash === hash) {
    if (differs(decision.outcome)) return true;
    // Another decision counts, which the room does not show.
    if (decision.review_id === null && review.panel === null) return true;
  }
  return opinionsOn(all, rule, hash).some(
    (one) => differs(one.decision) && one.decided_at > own.decided_at,
  );
}
