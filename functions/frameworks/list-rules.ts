import { DomainError } from "#shared/domain/errors.ts";
import { ruleStatus } from "#shared/domain/reviews/rule-status.ts";
import { bind } from "#shared/edge/bind.ts";
import { frameworkRoutes } from "#shared/routes/table/frameworks.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { readPage } from "#shared/store/page.ts";
import { getItems } from "#shared/store/read.ts";
import { openReviewsByRule } from "#shared/store/reviews.ts";
import { answerKeys, answersIn } from "#shared/store/rule-answers.ts";
import { liveRuleOf, rulesPartition } from "#shared/store/rules.ts";

export const handler = bind(frameworkRoutes.listRules)(async ({ params, query, now }) => {
  const { framework_id } = params;
  const partition = rulesPartition(framework_id);
  const [framework, { items, nextCursor }, answerItems, open] = await Promise.all([
    getFramework(framework_id),
    readPage({ scope: partition, partitions: [partition] }, query),
    getItems(answerKeys(framework_id)),
    openReviewsByRule(framework_id, now),
  ]);
  if (framework === null) throw new DomainError("not_found", "There is no such framework.");
  const answers = answersIn(answerItems);
  const rules = items.map(liveRuleOf).map(({ rule, ...live }) => ({
    ...rule,
    ...live,
    review_status: ruleStatus(
      live.content_hash,
      answers(rule.use_case_id),
      open.has(rule.use_case_id),
    ),
  }));
  return { status: 200, body: { items: rules, next_cursor: nextCursor } };
});
