import { randomBytes, randomUUID } from "node:crypto";
import { type Counsel, signerOf } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import {
  hashLinkToken,
  magicLinkUrl,
  newLinkToken,
  newNonce,
} from "#shared/domain/reviews/link-token.ts";
import type { RequestFacts, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { request } from "#shared/domain/reviews/transitions.ts";
import { log } from "#shared/platform/log.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { putNewReview } from "#shared/store/reviews.ts";
import type { KeptReviews } from "#shared/store/rule-answers.ts";
import { inactive } from "./assignable.ts";

const DAY_MS = 24 * 3600 * 1000;

/** A new review with its link, which is returned only once. */
export type RequestedReview = ReviewRecord & { magic_link_url: string };

interface RequestToIssue {
  framework_id: string;
  counsel: Counsel;
  /** The rules to pin, in the order of the request. */
  rules: readonly LiveRule[];
  /** The rules' review state, as read before deciding on the request. */
  kept: KeptReviews;
  expiry_days: number;
  facts: RequestFacts;
  now: string;
}

/**
 * Creates the link and writes the request with its first row. The link is also written to the
 * service log (first seed).
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
  const { after, row } = request({
    review: {
      ...order.facts,
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
  const kept = { kept: order.kept, onlyIf };
  const outcome = await putNewReview(after, signerOf(counsel), row, kept);
  if (!outcome.committed) {
    if (outcome.failed.has("counsel")) throw inactive();
    if (outcome.failed.has("framework")) throw superseded(framework_id);
    return null;
  }
  log("info", "rule_review.link_issued", { review_id: after.id, magic_link_url: link });
  return { ...after, magic_link_url: link };
}

const superseded = (id: string): DomainError =>
  new DomainError("framework_superseded", `${id} is superseded and accepts no new reviews.`);
