import { randomBytes, randomUUID } from "node:crypto";
import { type Counsel, signerOf } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { refuseSuperseded } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import {
  hashLinkToken,
  magicLinkUrl,
  newLinkToken,
  newNonce,
} from "#shared/domain/reviews/link-token.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { request } from "#shared/domain/reviews/transitions.ts";
import { log } from "#shared/platform/log.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { putNewReview } from "#shared/store/reviews.ts";
import { getLiveRules } from "#shared/store/rules.ts";

const DAY_MS = 24 * 3600 * 1000;

interface ReviewOrder {
  framework_id: string;
  rule_use_case_ids: string[];
  counsel_id: string;
  expiry_days: number;
  requested_by_user_id: string;
  now: string;
}

/**
 * Requests a review: pins the rules as they are now, makes the link, writes the first row. The link
 * goes to the service log, as the first seed has it, and into this answer only.
 * @throws DomainError `unknown_framework`, `framework_superseded`, `unknown_counsel`, `counsel_framework_mismatch`,
 *   `counsel_inactive`, `unknown_rules`
 */
export async function requestReview(
  order: ReviewOrder,
): Promise<ReviewRecord & { magic_link_url: string }> {
  const { framework_id, rule_use_case_ids, counsel_id, now } = order;
  const [framework, registered, found] = await Promise.all([
    getFramework(framework_id),
    getCounsel(counsel_id),
    getLiveRules(framework_id, rule_use_case_ids),
  ]);
  if (framework === null) {
    throw new DomainError("unknown_framework", `There is no framework ${framework_id}.`);
  }
  refuseSuperseded(framework);
  const counsel = assignable(registered, framework_id);
  const rules = allKnown(rule_use_case_ids, found);
  const token = newLinkToken(randomBytes);
  const link = magicLinkUrl(appUrl(), token);
  const contents = rules.map(({ rule }) => rule);
  const { after, row } = request({
    review: {
      id: randomUUID(),
      framework_id,
      rule_use_case_ids,
      rule_version_hash: ruleVersionHash(framework_id, contents),
      counsel_id,
      expires_at: new Date(Date.parse(now) + order.expiry_days * DAY_MS).toISOString(),
      requested_by_user_id: order.requested_by_user_id,
      nonce: newNonce(randomBytes),
      token_hash: hashLinkToken(token),
      pinned_hashes: rules.map(({ content_hash }) => content_hash),
    },
    link,
    id: randomUUID(),
    now,
  });
  const outcome = await putNewReview(after, signerOf(counsel), row);
  if (!outcome.committed) throw inactive();
  log("info", "rule_review.link_issued", { review_id: after.id, magic_link_url: link });
  return { ...after, magic_link_url: link };
}

const inactive = (): DomainError =>
  new DomainError("counsel_inactive", "The counsel is retired; choose an active one.");

function assignable(counsel: Counsel | null, frameworkId: string): Counsel {
  if (counsel === null) throw new DomainError("unknown_counsel", "There is no such counsel.");
  if (counsel.framework_id !== frameworkId) {
    throw new DomainError(
      "counsel_framework_mismatch",
      `The counsel is registered for ${counsel.framework_id}, not for ${frameworkId}.`,
    );
  }
  if (!counsel.active) throw inactive();
  return counsel;
}

function allKnown(ids: readonly string[], found: readonly (LiveRule | null)[]): LiveRule[] {
  const unknown = ids.filter((_, index) => found[index] === null);
  if (unknown.length > 0) {
    throw new DomainError("unknown_rules", `Unknown rules: ${unknown.join(", ")}.`, {
      errors: unknown.map((id) => ({
        path: `rule_use_case_ids.${ids.indexOf(id)}`,
        message: `${id} is not a rule of this framework`,
      })),
      members: { unknown_rules: unknown },
    });
  }
  return found.filter((rule) => rule !== null);
}
