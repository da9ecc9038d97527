import { shownObjection } from "#shared/domain/reviews/coverage.ts";
import {
  type Objection,
  openObjection,
  type RuleAnswers,
  type RuleStatus,
  ruleStatus,
} from "#shared/domain/reviews/rule-status.ts";
import type { Standing } from "./enforcement.ts";
import type { InForce } from "./in-force.ts";
import type { Rule, SourceStatus } from "./rule.ts";

/** The latest version of a rule. */
export interface LiveRule {
  framework_id: string;
  rule: Rule;
  version: number;
  content_hash: string;
  /** Since when this version is live. */
  updated_at: string;
  /** Where its facts were read; outside the hash. null: not told. */
  source_status: SourceStatus | null;
}

/** One version of a rule, without its content. */
export interface RuleVersion {
  version: number;
  content_hash: string;
  created_at: string;
}

/** A live rule as the API shows it (contract, "Frameworks and rules"). */
export type ShownRule = Rule &
  Omit<LiveRule, "rule" | "source_status"> & {
    source_status?: SourceStatus;
    review_status: RuleStatus;
    in_force: InForce;
    objection?: Omit<Objection, "content_hash">;
  };

/** A live rule with its review status and whether its law applies. */
export const shownRule = (
  { rule, source_status, ...live }: LiveRule,
  answers: RuleAnswers,
  isOpen: boolean,
  { in_force }: Standing,
): ShownRule => {
  const objection = openObjection(answers);
  return {
    ...rule,
    ...live,
    ...(source_status === null ? {} : { source_status }),
    review_status: ruleStatus(live.content_hash, answers, isOpen),
    in_force,
    ...(objection === null ? {} : { objection: shownObjection(objection) }),
  };
};
