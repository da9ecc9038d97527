import { lapsedIn, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { RuleOfPanel } from "#shared/domain/reviews/panel-transitions.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { countedOutcome, outcomesOf } from "#shared/domain/reviews/rule-outcome.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import type { KeptDecision } from "#shared/domain/standing/kept-decisions.ts";
import { isWish, signerIn } from "#shared/domain/standing/objection.ts";
import type { OpenMark } from "#shared/domain/standing/open-marks.ts";
import type { Signed, SignedDecision } from "./decision-items.ts";

/** A decision in the form in which it counts for rules. */
export interface Counting {
  framework_id: string;
  decision: SignedDecision;
  /** Its result on each rule, and what it closes there. */
  counted: readonly CountedDecision[];
}

/** A decision on one rule, which closes a request, or a panel, on it. */
export interface CountedDecision {
  use_case_id: string;
  /** null: the panel ends without a decision on this rule. */
  decision: KeptDecision | null;
  /** The id of the request, or of the panel. */
  closes: string;
  /** The mark that stays on the rule because nobody answered: the panel, as over since its last end. */
  leaves?: Omit<OpenMark, "review_id">;
}

/** How a decision counts that is not a panel member's. */
export function ownDecision(decided: DecidedReview): Counting {
  const { id: review_id, framework_id, decided_at } = decided;
  const rules = outcomesOf(decided).map(({ verdict: _, ...rule }) => {
    return { ...rule, ...wishIn(decided, rule.use_case_id) };
  });
  const outcomes = rules.map(({ use_case_id, outcome }) => ({ use_case_id, outcome }));
  const signed = [{ review_id, counsel: signerIn(decided), outcomes }];
  return {
    framework_id,
    decision: { review_id, decided_at, rules, signed },
    counted: rules.map(({ use_case_id, ...rule }) => ({
      use_case_id,
      decision: { review_id, panel_id: null, decided_at, ...rule },
      closes: review_id,
    })),
  };
}

const wishIn = (review: DecidedReview | undefined, useCaseId: string): { is_wish?: true } =>
  review !== undefined && isWish(review, useCaseId) ? { is_wish: true } : {};

/** The result of a panel: its members' decisions count from then on, at its time. */
interface PanelOutcome {
  /** The panel as it ended. If it was withdrawn before a rule was decided, it has no `decided_at`. */
  panel: PanelRecord;
  rules: readonly RuleOfPanel[];
  /** The requests of the members who decided. */
  decided: readonly DecidedReview[];
}

type DecidedRule = RuleOfPanel & { outcome: Decision; review_id: string };

const isDecidedRule = (rule: RuleOfPanel): rule is DecidedRule =>
  rule.outcome !== "undecided" && rule.review_id !== null;

/**
 * How a panel's result counts. Each rule that it decides counts as the newest member said whose outcome
 * for the rule is the panel's. An undecided rule gets no decision, and is closed.
 */
export function panelDecision({ panel, rules, decided }: PanelOutcome): Counting {
  const { id: panel_id, framework_id } = panel;
  const decided_at = panel.decided_at ?? "";
  const made = rules.filter(isDecidedRule);
  const review_id = mostNamed(made);
  const byId = new Map(decided.map((review) => [review.id, review]));
  return {
    framework_id,
    decision: {
      ...{ review_id, panel_id, decided_at },
      rules: made.map(({ use_case_id, content_hash, outcome, review_id: told }) => ({
        ...{ use_case_id, content_hash, outcome },
        ...(told === review_id ? {} : { review_id: told }),
        ...wishIn(byId.get(told), use_case_id),
      })),
      signed: decided.map((review) => signedIn(review, made)),
    },
    counted: rules.map((rule) => {
      const { use_case_id, content_hash } = rule;
      if (!isDecidedRule(rule)) {
        const leaves = unansweredMark(panel, content_hash);
        return { use_case_id, decision: null, closes: panel_id, ...(leaves && { leaves }) };
      }
      const { outcome, review_id: told } = rule;
      const decision = { review_id: told, panel_id, outcome, decided_at, content_hash };
      const wish = wishIn(byId.get(told), use_case_id);
      return { use_case_id, decision: { ...decision, ...wish }, closes: panel_id };
    }),
  };
}

/** The mark on an undecided rule that says its panel ended unanswered; null: it was withdrawn. */
export function unansweredMark(
  panel: PanelRecord,
  content_hash: string,
): Omit<OpenMark, "review_id"> | null {
  const expires_at = panel.status === "cancelled" ? null : lapsedIn(panel);
  return expires_at === null ? null : { expires_at, content_hash, isPanel: true };
}

/** The request that most rules name, so that only the other rules have to name theirs. */
function mostNamed(rules: readonly DecidedRule[]): string {
  const named = Map.groupBy(rules, ({ review_id }) => review_id);
  const [most] = [...named].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return most?.[0] ?? "";
}

/** A member's outcomes, for those rules on which the panel agrees with them. */
function signedIn(review: DecidedReview, rules: readonly DecidedRule[]): Signed {
  const outcomes = rules.flatMap(({ use_case_id, outcome }) => {
    const said = countedOutcome(review, use_case_id, outcome);
    return said === null ? [] : [{ use_case_id, outcome: said }];
  });
  return { review_id: review.id, counsel: signerIn(review), outcomes };
}
