import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { superseded } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { articlesOf } from "#shared/domain/frameworks/provision.ts";
import { ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import { expiryAfter } from "#shared/domain/reviews/expiry.ts";
import { givenOf } from "#shared/domain/reviews/fields.ts";
import type { RequesterGave, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { ruleNames } from "#shared/domain/standing/outcomes.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { cut } from "#shared/domain/text/text.ts";
import { log } from "#shared/platform/log.ts";
import { counselOf } from "#shared/store/counsel.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { putNewReview } from "#shared/store/reviews.ts";
import { needsTwoPeople } from "#shared/use-cases/counsel/two-people.ts";
import type { Deliver } from "#shared/use-cases/courier/promise-review-mail.ts";
import { announceEvent, announceMail } from "#shared/use-cases/webhooks/announce-event.ts";
import { assignable } from "./assignable.ts";
import { draftRequest } from "./draft-request.ts";

/** A new review with its link, which is returned only once. */
export type RequestedReview = ReviewRecord & { magic_link_url: string | null };

/** The terms of a request, whatever it asks and of whom. */
export interface RequestTerms {
  expiry_days: number;
  /** Whether counsel may pass the request on. */
  may_delegate: boolean;
  requestedBy: Acting;
  now: string;
  /** If omitted, the platform's default. */
  deliver?: Deliver | undefined;
}

export interface ReviewTerms extends RequestTerms {
  given: RequesterGave;
}

interface RequestToIssue extends Omit<ReviewTerms, "deliver"> {
  deliver: Deliver;
  framework_id: string;
  counsel: CounselRecord;
  /** The rules to pin, in the order of the request. */
  rules: readonly LiveRule[];
  /** The rules' review state, as read before deciding on the request. */
  kept: KeptStanding;
}

/**
 * Creates the link and writes the request with its first row. The link is also written to the
 * service log (first seed), unless it is mailed.
 * @param onlyIf `unopened`: only if no other request was opened in the rules' buckets since they
 * were read
 * @returns null if others were opened: nothing was written, and the caller has to decide again
 * @throws DomainError `framework_superseded`, and what `assignable` throws
 */
export async function issueRequest(
  order: RequestToIssue,
  onlyIf: "unopened" | "anything",
): Promise<RequestedReview | null> {
  const { framework_id, counsel, rules, now } = order;
  const { record, signer, row, link, mail } = await draftRequest({
    ...givenOf(order.given),
    ...pinnedContents(framework_id, rules),
    framework_id,
    counsel,
    expires_at: expiryAfter(order.expiry_days, now),
    requested_by_user_id: order.requestedBy.userId,
    called: calledOf(rules, order.requestedBy),
    may_delegate: order.may_delegate || null,
    deliver: order.deliver,
    now,
  });
  const areTwoPeopleNeeded = needsTwoPeople(framework_id);
  const kept = { kept: order.kept, onlyIf, mail, areTwoPeopleNeeded };
  const outcome = await putNewReview(record, signer, row, kept);
  if (!outcome.committed) {
    if (outcome.failed.has("counsel")) throw changedMeanwhile(order, outcome.failed.get("counsel"));
    if (outcome.failed.has("framework")) throw superseded(framework_id);
    return null;
  }
  await announceLink(record.id, link, order.deliver);
  if (order.deliver !== "mail") await announceEvent(row);
  return { ...record, magic_link_url: link };
}

/** Why counsel cannot be asked any more. @throws DomainError as `assignable` */
function changedMeanwhile(
  { counsel, framework_id, requestedBy }: RequestToIssue,
  found: Parameters<typeof counselOf>[0] | null | undefined,
): DomainError {
  const now = found ? counselOf(found) : { ...counsel, active: false };
  assignable(now, framework_id, requestedBy);
  const detail = "Counsel was changed meanwhile; nothing was requested. Please try again.";
  return new DomainError("dependency_unavailable", detail, { retryAfter: 1 });
}

/** Tells the courier about a mailed link. Any other link is written to the service log (first seed). */
export async function announceLink(
  reviewId: string,
  link: string | null,
  how: Deliver,
): Promise<void> {
  if (how === "mail") await announceMail();
  else log("info", "rule_review.link_issued", { review_id: reviewId, magic_link_url: link });
}

/** A request's name contains at most this many articles. */
const MAX_ARTICLES = 4;

/** A rule's name is cut to this length, in UTF-16 units. */
const MAX_NAME = 80;

/**
 * The names that people use for a request: the articles of its rules, each rule's name, and who asked.
 */
export function calledOf(rules: readonly LiveRule[], { email }: Acting) {
  const contents = rules.map(({ rule }) => rule);
  return {
    articles: articlesOf(contents).slice(0, MAX_ARTICLES),
    rules: [...ruleNames(contents).values()].map((name) => cut(name, MAX_NAME)),
    requester: email,
  };
}

/** The rules as a request pins them, in its order. */
export function pinnedContents(frameworkId: string, rules: readonly LiveRule[]) {
  const contents = rules.map(({ rule }) => rule);
  return {
    rule_use_case_ids: contents.map(({ use_case_id }) => use_case_id),
    rule_version_hash: ruleVersionHash(frameworkId, contents),
    pinned_hashes: rules.map(({ content_hash }) => content_hash),
  };
}
