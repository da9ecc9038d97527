import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { refuseSuperseded, requireKnown } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { frameworkRead } from "#shared/store/frameworks.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { liveRulesRead, originsRead } from "#shared/store/rules.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { findCounsel, signedCounsel } from "#shared/use-cases/counsel/signed-counsel.ts";
import { deliveryOf, requireMail } from "#shared/use-cases/courier/promise-review-mail.ts";
import { requireImported } from "#shared/use-cases/frameworks/require-imported.ts";
import { assignable } from "./assignable.ts";
import { findOpenRequest } from "./find-open-request.ts";
import { issueRequest, type RequestedReview, type ReviewTerms } from "./issue-request.ts";
import { requireSigningKey } from "./require-signing-key.ts";
import { knownRules } from "./unknown-rules.ts";

interface ReviewOrder extends ReviewTerms {
  framework_id: string;
  rule_use_case_ids: string[];
  counsel_id: string;
  /** false: requests a review only if counsel has no open request for these rules. */
  again: boolean;
}

/**
 * Requests a review: pins the current rules, creates the link, writes the first row.
 * @throws DomainError `unknown_framework`, `framework_superseded`, `unknown_counsel`,
 *   `counsel_framework_mismatch`, `counsel_inactive`, `counsel_unconfirmed`, `unknown_rules`,
 *   `counsel_is_admin`, `second_person_required`, `manual_delivery_disabled`, `already_requested`, `counsel_review_secret_not_configured`, `mail_not_configured`,
 *   `counsel_mail_stopped`, `state_differs`
 */
export async function createReview(asked: ReviewOrder): Promise<RequestedReview> {
  const { framework_id, rule_use_case_ids, counsel_id, again, requestedBy } = asked;
  const order = { ...asked, deliver: deliveryOf(asked.deliver, framework_id) };
  const readKept = () => readKeptStanding(framework_id, rule_use_case_ids);
  const [{ framework, live, origins }, registered, firstKept] = await Promise.all([
    readTogether({
      framework: frameworkRead(framework_id),
      live: liveRulesRead(framework_id, rule_use_case_ids),
      origins: originsRead(framework_id, rule_use_case_ids),
    }),
    findCounsel([counsel_id]),
    readKept(),
  ]);
  refuseSuperseded(requireKnown(framework, framework_id));
  assignable(registered.records[0] ?? null, framework_id, requestedBy);
  const rules = knownRules(rule_use_case_ids, live);
  const [[signed = null]] = await Promise.all([
    signedCounsel(registered),
    requireSigningKey(order.now),
    requireImported(framework_id, rules, origins, registered.logKeys),
  ]);
  const counsel = assignable(signed, framework_id, requestedBy);
  await requireMail(order.deliver, counsel);
  return retryOnConflict(firstKept, async (kept) => {
    if (!again) await refuseAgain(counsel, rules, kept, order.now);
    const onlyIf = again ? "anything" : "unopened";
    const issued = await issueRequest({ ...order, counsel, rules, kept }, onlyIf);
    return issued === null ? { conflict: await readKept() } : { done: issued };
  });
}

/** @throws DomainError `already_requested` with the `open_review_id` */
async function refuseAgain(
  { id, display_name }: CounselRecord,
  rules: readonly LiveRule[],
  kept: KeptStanding,
  now: string,
): Promise<void> {
  const open = await findOpenRequest(id, rules, kept, now);
  if (open === null) return;
  throw new DomainError(
    "already_requested",
    `A request for the same wording has been waiting for ${display_name} since ${open.created_at}.`,
    { members: { open_review_id: open.id } },
  );
}
