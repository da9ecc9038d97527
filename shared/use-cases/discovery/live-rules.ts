import type { CandidateRule, MatchedRule } from "#shared/domain/extractors/classification.ts";
import { type RuleStatus, ruleStatus } from "#shared/domain/reviews/rule-status.ts";
import { FRAMEWORKS, frameworkOf } from "#shared/store/frameworks.ts";
import { getItems, queryAll } from "#shared/store/read.ts";
import { openReviewsByRule } from "#shared/store/reviews.ts";
import { answerKeys, answersIn } from "#shared/store/rule-answers.ts";
import { liveRuleOf, rulesPartition } from "#shared/store/rules.ts";

/** Every live rule of every framework, and where its reviews stand. */
export interface LiveRules {
  rules: readonly CandidateRule[];
  statusOf: (rule: MatchedRule) => RuleStatus;
}

const keyOf = (rule: MatchedRule): string => `${rule.framework_id}/${rule.use_case_id}`;

export async function readLiveRules(now: string): Promise<LiveRules> {
  const frameworks = (await queryAll({ pk: FRAMEWORKS })).map(frameworkOf);
  const all = (await Promise.all(frameworks.map(({ id }) => rulesOf(id, now)))).flat();
  const statuses = new Map(all.map(({ rule, status }) => [keyOf(rule), status]));
  return {
    rules: all.map(({ rule }) => rule),
    statusOf: (rule) => statuses.get(keyOf(rule)) ?? "never_reviewed",
  };
}

async function rulesOf(framework_id: string, now: string) {
  const [items, answerItems, open] = await Promise.all([
    queryAll({ pk: rulesPartition(framework_id) }),
    getItems(answerKeys(framework_id)),
    openReviewsByRule(framework_id, now),
  ]);
  const answers = answersIn(answerItems);
  return items.map(liveRuleOf).map(({ rule, content_hash }) => ({
    rule: { framework_id, ...rule },
    status: ruleStatus(content_hash, answers(rule.use_case_id), open.has(rule.use_case_id)),
  }));
}
