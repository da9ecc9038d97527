import { randomBytes, randomUUID } from "node:crypto";
import { type CounselRecord, signerOf } from "#shared/domain/counsel/counsel.ts";
import { superseded } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import { givenOf } from "#shared/domain/reviews/fields.ts";
import {
  hashLinkToken,
  magicLinkUrl,
  newLinkToken,
  newNonce,
} from "#shared/domain/reviews/link-token.ts";
import type { RequesterGave, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { request } from "#shared/domain/reviews/transitions.ts";
import { announceMessage } from "#shared/platform/aws/worker-events.ts";
import { log } from "#shared/platform/log.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { putNewReview } from "#shared/store/reviews.ts";
import type { KeptReviews } from "#shared/store/rule-answers.ts";
import { type Deliver, promiseReviewMail } from "#shared/use-cases/courier/promise-review-mail.ts";
import { inactive } from "./assignable.ts";

const DAY_MS = 24 * 3600 * 1000;

/** A new review with its link, which is returned only once. */
export type RequestedReview = ReviewRecord & { magic_link_url: string };

interface RequestToIssue {
  framework_id: string;
  counsel: CounselRecord;
  /** The rules to pin, in the order of the request. */
  rules: readonly LiveRule[];
  /** The rules' review state, as read before deciding on the request. */
  kept: KeptReviews;
  expiry_days: number;
  given: RequesterGave;
  /** The user id of the requester. */
  requestedBy: string;
  now: string;
  deliver: Deliver;
}

/**
 * Creates the link and writes the request with its first row. The link is also written to the
 * service log (first seed), unless it is mailed.
 * @param onlyIf `unopened`: only if no other request was opened in the rules' buckets since they
 * were read
 * @returns null if others were opened: nothing was written, and the caller has to decide again
 * @throws DomainError `counsel_inactive`, `framework_superseded`
 */
export async function issueRequest(
  order: RequestToIssue,
  onlyIf: "unopened" | "anything",
): Promise<RequestedReview | null> {
  const { framework_id, counsel, rules, now } = order;
  const token = newLinkToken(randomBytes);
  const link = magicLinkUrl(appUrl(), token);
  const contents = rules.map(({ rule }) => rule);
  const requested = request({
    review: {
      ...givenOf(order.given),
      requested_by_user_id: order.requestedBy,
      id: randomUUID(),
      framework_id,
      rule_use_case_ids: contents.map(({ use_case_id }) => use_case_id),
      rule_version_hash: ruleVersionHash(framework_id, contents),
      counsel_id: counsel.id,
      expires_at: new Date(Date.parse(now) + order.expiry_days * DAY_MS).toISOString(),
      nonce: newNonce(randomBytes),
      token_hash: hashLinkToken(token),
      pinned_hashes: rules.map(({ content_hash }) => content_hash),
    },
    link,
    id: randomUUID(),
    now,
  });
  const { row } = requested;
  const isMailed = order.deliver === "mail";
  const { record: after, actions } = isMailed
    ? promiseReviewMail(requested.after, { token, email: counsel.email, now })
    : { record: requested.after, actions: undefined };
  const kept = { kept: order.kept, onlyIf, mail: actions };
  const outcome = await putNewReview(after, signerOf(counsel), row, kept);
  if (!outcome.committed) {
    if (outcome.failed.has("counsel")) throw inactive();
    if (outcome.failed.has("framework")) throw superseded(framework_id);
    return null;
  }
  if (isMailed) await announceMessage();
  else log("info", "rule_review.link_issued", { review_id: after.id, magic_link_url: link });
  return { ...after, magic_link_url: link };
}
