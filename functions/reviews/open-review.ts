import { randomUUID } from "node:crypto";
import { auditRow, chained, notBefore } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isDecision, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { prefersHtml } from "#shared/edge/accept.ts";
import { bind } from "#shared/edge/bind.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { moveReview, standingReview } from "#shared/store/reviews.ts";
import { loadLink, refuseEnded } from "#shared/use-cases/reviews/load-link.ts";
import { type Material, readMaterial } from "#shared/use-cases/reviews/read-material.ts";
import { reviewPage } from "./page/review-page.ts";

/**
 * Counsel opens the link. A browser gets the page, which reads and records nothing (scanners in
 * mail systems open links too); the JSON behind its button is the first view.
 */
export const handler = bind(reviewRoutes.openReview, async ({ headers, params, now }) =>
  prefersHtml(headers.accept) ? null : loadLink(params.token, now),
)(async ({ guarded, now }) => {
  if (guarded === null) return reviewPage(appUrl());
  const [record, material] = await Promise.all([
    recordFirstView(guarded.record, now),
    readMaterial(guarded.record),
  ]);
  return { status: 200, body: answerOf(record, material) };
});

/** Writes the first view and its row, once; returns the record as it stands afterwards. */
async function recordFirstView(found: ReviewRecord, now: string): Promise<ReviewRecord> {
  let record = found;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (record.viewed_at !== null) return record;
    const { after, row } = viewed(record, now);
    const outcome = await moveReview(record, after, row);
    if (outcome.committed) return after;
    const standing = standingReview(outcome);
    if (standing === null) break;
    refuseEnded(standing, now);
    record = standing;
  }
  throw new DomainError("dependency_unavailable", "Please open the link again in a moment.");
}

function viewed(record: ReviewRecord, now: string) {
  const { id, counsel_id, framework_id, audit_head } = record;
  const viewed_at = notBefore(audit_head, now);
  const { row, head } = chained(
    auditRow({
      action: "rule_review.viewed_by_counsel",
      resourceId: id,
      tenantId: null,
      actorUserId: null,
      context: { counsel_id, framework_id, viewed_at },
      id: randomUUID(),
      at: viewed_at,
    }),
    audit_head,
  );
  return { after: { ...record, viewed_at, audit_head: head }, row };
}

function answerOf(record: ReviewRecord, material: Material) {
  const { framework, counselName, rules, changed, previouslyApproved } = material;
  const { id, status, created_at, expires_at, rule_version_hash } = record;
  return {
    request_id: id,
    framework: { id: framework.id, display_name: framework.display_name },
    counsel: { display_name: counselName },
    status,
    created_at,
    expires_at,
    rule_version_hash,
    rules,
    changed_since_last_approval: changed,
    previously_approved: previouslyApproved,
    decision: isDecision(status)
      ? {
          decision: status,
          decided_at: record.decided_at ?? "",
          decision_comment: record.decision_comment,
          decision_signature: record.decision_signature ?? "",
        }
      : null,
  };
}
