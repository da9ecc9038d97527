import { DomainError } from "#shared/domain/errors.ts";
import { refuseSuperseded } from "#shared/domain/frameworks/framework.ts";
import type { RequesterGave } from "#shared/domain/reviews/review.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { readKeptReviews } from "#shared/store/rule-answers.ts";
import { getLiveRules } from "#shared/store/rules.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { type Deliver, requireMail } from "#shared/use-cases/courier/promise-review-mail.ts";
import { assignable } from "./assignable.ts";
import { issueRequest, type RequestedReview, type Requester } from "./issue-request.ts";
import { requireSigningKey } from "./require-signing-key.ts";
import { unknownRules } from "./unknown-rules.ts";

interface ReviewOrder {
  framework_id: string;
  rule_use_case_ids: string[];
  counsel_id: string;
  expiry_days: number;
  given: RequesterGave;
  may_delegate: boolean;
  requestedBy: Requester;
  now: string;
  deliver: Deliver;
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
  if (framework === null) {
    throw new DomainError("unknown_framework", `There is no framework ${framework_id}.`);
  }
  refuseSuperseded(framework);
  const counsel = assignable(registered, framework_id);
  const unknown = rule_use_case_ids.filter((_, index) => found[index] === null);
  if (unknown.length > 0) throw unknownRules("rule_use_case_ids", rule_use_case_ids, unknown);
  const rules = found.filter((rule) => rule !== null);
  await requireMail(order.deliver, counsel);
  await requireSigningKey(order.now);
  return retryOnConflict(firstKept, async (kept) => {
    const issued = await issueRequest({ ...order, counsel, rules, kept }, "anything");
    return issued === null ? { conflict: await readKept() } : { done: issued };
  });
}
