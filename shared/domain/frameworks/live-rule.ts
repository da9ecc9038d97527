import {
  type RuleAnswers,
  type RuleStatus,
  ruleStatus,
} from "#shared/domain/reviews/rule-status.ts";
import { type InForce, inForceAt } from "./in-force.ts";
import type { Rule } from "./rule.ts";

/** The latest version of a rule. */
export interface LiveRule {
  framework_id: string;
  rule: Rule;
  version: number;
  content_hash: string;
  updated_at: string;
}

/** One version of a rule, without its content. */
export interface RuleVersion {
  version: number;
  content_hash: string;
  created_at: string;
}

/** A live rule as the API shows it (contract, "Frameworks and rules"). */
export type ShownRule = Rule &
  Omit<LiveRule, "rule"> & { review_status: RuleStatus; in_force: InForce };

/** A live rule with its review status and whether its law applies at `now` (ISO 8601 UTC). */
export const shownRule = (
  { rule, ...live }: LiveRule,
  answers: RuleAnswers,
  isOpen: boolean,
  now: string,
): ShownRule => ({
  ...rule,
  ...live,
  review_status: ruleStatus(live.content_hash, answers, isOpen),
  in_force: inForceAt(rule, now),
});
