import { DomainError } from "#shared/domain/errors.ts";
import { ruleStatus } from "#shared/domain/reviews/rule-status.ts";
import { bind } from "#shared/edge/bind.ts";
import { frameworkRoutes } from "#shared/routes/table/frameworks.ts";
import { getItems } from "#shared/store/read.ts";
import { openReviewsByRule } from "#shared/store/reviews.ts";
import { answerKeys, answersIn } from "#shared/store/rule-answers.ts";
import { getLiveRules, getRuleHistory } from "#shared/store/rules.ts";

export const handler = bind(frameworkRoutes.getRule)(async ({ params, now }) => {
  const { framework_id, use_case_id } = params;
  const [[found], versions, answerItems, open] = await Promise.all([
    getLiveRules(framework_id, [use_case_id]),
    getRuleHistory(framework_id, use_case_id),
    getItems(answerKeys(framework_id, [use_case_id])),
    openReviewsByRule(framework_id, now),
  ]);
  if (!found) throw new DomainError("not_found", "There is no such rule.");
  const { rule, ...live } = found;
  const review_status = ruleStatus(
    live.content_hash,
    answersIn(answerItems)(use_case_id),
    open.has(use_case_id),
  );
  return { status: 200, body: { ...rule, ...live, review_status, versions } };
});
