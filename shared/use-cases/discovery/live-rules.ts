import type { CandidateRule, MatchedRule } from "#shared/domain/extractors/classification.ts";
import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import { type RuleStatus, ruleStatus } from "#shared/domain/reviews/rule-status.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { allLiveRules } from "#shared/store/rules.ts";

/** What artifacts are classified against, and what reviews say about each rule. */
export interface LiveRules {
  rules: readonly CandidateRule[];
  statusOf: (rule: MatchedRule) => RuleStatus;
}

const keyOf = (rule: MatchedRule): string => `${rule.framework_id}/${rule.use_case_id}`;

/** Every live rule that is in force or will be, of every framework that is not superseded. */
export async function readLiveRules(now: string): Promise<LiveRules> {
  const current = (await allFrameworks()).filter(({ status }) => status === "current");
  const all = (await Promise.all(current.map(({ id }) => rulesOf(id, now)))).flat();
  const statuses = new Map(all.map(({ rule, status }) => [keyOf(rule), status]));
  return {
    rules: all.map(({ rule }) => rule),
    statusOf: (rule) => statuses.get(keyOf(rule)) ?? "never_reviewed",
  };
}

async function rulesOf(framework_id: string, now: string) {
  const [live, reviewsOf] = await Promise.all([
    allLiveRules(framework_id),
    reviewsOfRules(framework_id, now),
  ]);
  return live
    .filter(({ rule }) => inForceAt(rule, now) !== "ended")
    .map(({ rule, content_hash }) => {
      const { open, ...answers } = reviewsOf(rule.use_case_id);
      return {
        rule: { framework_id, ...rule },
        status: ruleStatus(content_hash, answers, open !== null),
      };
    });
}
