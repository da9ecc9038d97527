import { auditRow } from "#shared/domain/audit/reviews.ts";
import type { PendingReview } from "./review.ts";
import { follow, type Transition } from "./transitions.ts";

interface Extension {
  /** The new end; ISO 8601 UTC. */
  expires_at: string;
  actorUserId: string;
  /** Id of the audit row. */
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** Gives counsel more time for a pending request, under the link that they have. */
export function extend(
  record: PendingReview,
  { expires_at, actorUserId, id, now }: Extension,
): Transition<PendingReview> {
  const { counsel_id, framework_id, expires_at: expired_before } = record;
  const { row, moved } = follow(
    record,
    auditRow({
      action: "rule_review.extended",
      resourceId: record.id,
      tenantId: null,
      actorUserId,
      context: { counsel_id, framework_id, expires_at, expired_before },
      id,
      at: now,
    }),
  );
  const number = (record.extension?.number ?? 0) + 1;
  return { after: { ...moved, extension: { number, at: row.created_at } }, row };
}
