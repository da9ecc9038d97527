import { auditRow } from "#shared/domain/audit/reviews.ts";
import { notBefore } from "#shared/domain/audit/row.ts";
import { evidentOf } from "./fields.ts";
import type { ReviewRecord } from "./review.ts";
import { follow, type Transition } from "./transitions.ts";

interface Erasure {
  /** Why, as the admin says. */
  reason: string;
  /** How many texts are erased. */
  texts: number;
  actorUserId: string;
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** Counsel's words are gone from a request; what was signed, its commitments, stays. */
export function eraseWords(record: ReviewRecord, erasure: Erasure): Transition {
  const { reason, texts, actorUserId, id, now } = erasure;
  const { counsel_id, framework_id, audit_head } = record;
  const { row, moved } = follow(
    record,
    auditRow({
      action: "rule_review.words_erased",
      resourceId: record.id,
      tenantId: null,
      actorUserId,
      context: { counsel_id, framework_id, reason, texts },
      id,
      at: notBefore(audit_head, now),
    }),
  );
  return { after: { ...evidentOf(moved), salts: null }, row };
}
