import { isApproval } from "#shared/domain/reviews/review.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { sentenceText } from "#shared/domain/standing/pieces.ts";
import {
  nameOf,
  type Signer,
  standingSentence,
  type Told,
} from "#shared/domain/standing/sentence.ts";
import { dayOf } from "./format.ts";
import { type DecisionWord, type Review, type Rule, signerOf } from "./room.ts";
import type { ShapeAndWord } from "./shapes.ts";

/* How a rule stands, and what each decision that the room shows said of it. */

/** The shape and word of each decision, so that none is conveyed by colour alone. */
export const decisionMarks: Readonly<Record<DecisionWord, ShapeAndWord>> = {
  approved: ["check", "Approved"],
  approved_with_changes: ["check", "Approved with changes"],
  changes_requested: ["back", "Changes requested"],
  rejected: ["cross", "Rejected"],
};

/** What counsel decided for this very rule. */
export const outcomeOn = (review: Review, useCaseId: string): DecisionWord =>
  ruleOutcome(review, useCaseId) ?? review.status;

/** The hash of the wording that counsel decided on. */
const hashOn = (review: Review, { use_case_id }: Rule): string | undefined =>
  review.rule_hashes[review.rule_use_case_ids.indexOf(use_case_id)];

const isLive = (review: Review, rule: Rule): boolean => hashOn(review, rule) === rule.content_hash;

/** A decision that counts for a rule: one counsel's, or a panel's. */
interface Counted extends Told {
  decided_at: string;
  isLive: boolean;
  signers: readonly string[];
}

/** A panel's outcome for a rule; null: none, or none yet. */
function panelOutcome({ panel, rule_use_case_ids }: Review, rule: Rule): DecisionWord | null {
  const outcome = panel?.outcomes[rule_use_case_ids.indexOf(rule.use_case_id)]?.outcome;
  return outcome === undefined || outcome === "undecided" ? null : outcome;
}

const nameIn = (review: Review): Signer => ({ display_name: signerOf(review).display_name });

/** The decisions on a rule that the room shows, newest first. A panel counts as one decision. */
function countedOn(reviews: readonly Review[], rule: Rule): Counted[] {
  const byDecision = Map.groupBy(reviews, ({ id, panel }) => panel?.id ?? id);
  return [...byDecision.values()]
    .flatMap((members): Counted[] => {
      const [first] = members as [Review, ...Review[]];
      const shared = { isLive: isLive(first, rule) };
      if (first.panel === null) {
        const outcome = outcomeOn(first, rule.use_case_id);
        const by = { is: "counsel", counsel: nameIn(first) } as const;
        const signers = [signerOf(first).display_name];
        return [{ ...shared, by, outcome, decided_at: first.decided_at, signers }];
      }
      const outcome = panelOutcome(first, rule);
      const { decided_at } = first.panel;
      if (outcome === null || decided_at === null) return [];
      const agreed = members.filter(
        (one) => isApproval(outcomeOn(one, rule.use_case_id)) === isApproval(outcome),
      );
      const by = { is: "panel", members: agreed.map(nameIn) } as const;
      const signers = agreed.map((one) => signerOf(one).display_name);
      return [{ ...shared, by, outcome, decided_at, signers }];
    })
    .sort((a, b) => (a.decided_at < b.decided_at ? 1 : -1));
}

const outside = (outcome: DecisionWord): Told => ({
  by: { is: "unnamed" },
  outcome,
  decided_at: null,
});

/** The refusal that keeps a rule from being approved, as far as the room may show it. */
function refusalOf({ objection }: Rule): Told | null {
  if (objection === null) return null;
  const { counsel, panel_id, verdict, decided_at } = objection;
  if (counsel === null) return { ...outside(verdict), decided_at };
  const by: Told["by"] =
    panel_id === null ? { is: "counsel", counsel } : { is: "panel", members: [counsel] };
  return { by, outcome: verdict, decided_at };
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
  const state = states[rule.review_status];
  const counted = countedOn(reviews, rule);
  const approved = counted.find(
    (one) => isApproval(one.outcome) && one.isLive === (state === "approved"),
  );
  const last =
    state === "none"
      ? null
      : state === "refused"
        ? refusalOf(rule)
        : (approved ?? outside("approved"));
  const isOtherWording = rule.objection?.wording_changed_since ?? state === "changed";
  const before =
    state === "refused"
      ? counted.find((one) => one.isLive && isApproval(one.outcome))
      : counted.find(
          (one) =>
            one.isLive &&
            !isApproval(one.outcome) &&
            one.decided_at <= (approved?.decided_at ?? "") &&
            !one.signers.some((name) => approved?.signers.includes(name)),
        );
  return sentenceText(
    standingSentence({
      state,
      last,
      before: isOtherWording ? null : (before ?? null),
      isOtherWording,
      open: rule.review_status === "pending" ? [{ isPanel: false, holdsWording: true }] : [],
    }),
  );
}

const verbs: Readonly<Record<DecisionWord, string>> = {
  approved: "Approved by",
  approved_with_changes: "Approved with changes by",
  changes_requested: "Sent back for changes by",
  rejected: "Rejected by",
};

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
  return `${verbs[outcome]} ${who} on ${dayOf(review.decided_at)} in this wording. ${end}`;
}

/** Whether a later decision on the same wording takes the place of this one. */
export function isOverruled(review: Review, rule: Rule, all: readonly Review[]): boolean {
  const own = isApproval(outcomeOn(review, rule.use_case_id));
  const isRefused = rule.objection !== null && !rule.objection.wording_changed_since;
  if (isLive(review, rule)) return own ? isRefused : rule.review_status === "approved_live";
  const later = countedOn(
    all.filter((one) => hashOn(one, rule) === hashOn(review, rule)),
    rule,
  )[0];
  return (
    later !== undefined && isApproval(later.outcome) !== own && later.decided_at > review.decided_at
  );
}
