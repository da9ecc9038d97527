import { refuseSuperseded, requireKnown } from "#shared/domain/frameworks/framework.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { readKeptReviews } from "#shared/store/rule-answers.ts";
import { getLiveRules } from "#shared/store/rules.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { requireMail } from "#shared/use-cases/courier/promise-review-mail.ts";
import { assignable } from "./assignable.ts";
import { issueRequest, type RequestedReview, type ReviewTerms } from "./issue-request.ts";
import { requireSigningKey } from "./require-signing-key.ts";
import { knownRules } from "./unknown-rules.ts";

interface ReviewOrder extends ReviewTerms {
  framework_id: string;
  rule_use_case_ids: string[];
  counsel_id: string;
}

/**
 * Requests a review: pins the current rules, creates the link, writes the first row.
 * @throws DomainError `unknown_framework`, `framework_superseded`, `unknown_counsel`,
 *   `counsel_framework_mismatch`, `counsel_inactive`, `unknown_rules`,
 *   `counsel_review_secret_not_configured`, `mail_not_configured`, `counsel_mail_stopped`
 */
export async function createReview(order: ReviewOrder): Promise<RequestedReview> {
  const { framework_id, rule_use_case_ids, counsel_id } = order;
  const readKept = () => readKeptReviews(framework_id, rule_use_case_ids);
  const [framework, registered, found, firstKept] = await Promise.all([
    getFramework(framework_id),
    getCounsel(counsel_id),
    getLiveRules(framework_id, rule_use_case_ids),
    readKept(),
  ]);
  refuseSuperseded(requireKnown(framework, framework_id));
  const counsel = assignable(registered, framework_id);
  const rules = knownRules(rule_use_case_ids, found);
  await requireMail(order.deliver, counsel);
  await requireSigningKey(order.now);
  return retryOnConflict(firstKept, async (kept) => {
    const issued = await issueRequest({ ...order, counsel, rules, kept }, "anything");
    return issued === null ? { conflict: await readKept() } : { done: issued };
  });
}
