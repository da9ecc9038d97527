import { randomBytes, randomUUID } from "node:crypto";
import { auditRow, chained } from "#shared/domain/audit/row.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
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
import { bind } from "#shared/edge/bind.ts";
import { log } from "#shared/platform/log.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { putNewReview } from "#shared/store/reviews.ts";
import { getLiveRules } from "#shared/store/rules.ts";

const DAY_MS = 24 * 3600 * 1000;

/** Commissions a review: pins the rules as they stand now, makes the link, writes the first row. */
export const handler = bind(reviewRoutes.createReview)(async ({ body, principal, now }) => {
  const { framework_id, rule_use_case_ids, counsel_id, expiry_days } = body;
  const [framework, counsel, found] = await Promise.all([
    getFramework(framework_id),
    getCounsel(counsel_id),
    getLiveRules(framework_id, rule_use_case_ids),
  ]);
  if (framework === null) {
    throw new DomainError("unknown_framework", `There is no framework ${framework_id}.`);
  }
  refuseSuperseded(framework);
  const assigned = assignable(counsel, framework_id);
  const rules = allKnown(rule_use_case_ids, found);
  const token = newLinkToken(randomBytes);
  const link = magicLinkUrl(appUrl(), token);
  const request = {
    id: randomUUID(),
    framework_id,
    rule_use_case_ids,
    rule_version_hash: ruleVersionHash(
      framework_id,
      rules.map(({ rule }) => rule),
    ),
    counsel_id,
    status: "pending" as const,
    created_at: now,
    expires_at: new Date(Date.parse(now) + expiry_days * DAY_MS).toISOString(),
    requested_by_user_id: principal.userId,
    nonce: newNonce(randomBytes),
  };
  const { row, head } = chained(
    auditRow({
      action: "rule_review.requested",
      resourceId: request.id,
      tenantId: null,
      actorUserId: principal.userId,
      context: {
        counsel_id,
        framework_id,
        magic_link_url: link,
        rule_use_case_ids,
        rule_version_hash: request.rule_version_hash,
        requested_by_user_id: principal.userId,
        expires_at: request.expires_at,
      },
      id: randomUUID(),
      at: now,
    }),
    null,
  );
  const record: ReviewRecord = {
    ...request,
    decided_at: null,
    viewed_at: null,
    decision_signature: null,
    decision_comment: null,
    supplementary_pdf_kv_secret: null,
    token_hash: hashLinkToken(token),
    pinned_hashes: rules.map(({ content_hash }) => content_hash),
    audit_head: head,
    counsel_email: null,
    record_seal: null,
  };
  const outcome = await putNewReview(record, assigned.email, row);
  if (!outcome.committed) throw inactive();
  log("info", "rule_review.link_issued", { review_id: record.id, magic_link_url: link });
  return { status: 201, body: { ...record, magic_link_url: link } };
});

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
