import { type AuditRow, auditRow, chained } from "#shared/domain/audit/row.ts";
import type { ReviewRecord } from "./review.ts";

interface Facts {
  /** The admin who cancels; null for the daily job. */
  actorUserId: string | null;
  newId: () => string;
  now: string;
}

/**
 * Ends a pending request without a decision (first seed, "States and transitions"): cancelled by an
 * admin, or expired by the daily job. Pure; the write is conditional on `record` still standing.
 */
export function endReview(
  record: ReviewRecord,
  status: "cancelled" | "expired",
  { actorUserId, newId, now }: Facts,
): { after: ReviewRecord; row: AuditRow } {
  const { id, counsel_id, framework_id, expires_at } = record;
  const base = { resourceId: id, tenantId: null, actorUserId, id: newId(), at: now };
  const { row, head } = chained(
    status === "cancelled"
      ? auditRow({
          ...base,
          action: "rule_review.cancelled",
          context: { counsel_id, framework_id },
        })
      : auditRow({
          ...base,
          action: "rule_review.expired",
          context: { counsel_id, framework_id, expires_at },
        }),
    record.audit_head,
  );
  return { after: { ...record, status, audit_head: head }, row };
}
