import { auditRow } from "#shared/domain/audit/reviews.ts";
import { notBefore } from "#shared/domain/audit/row.ts";
import { evidentOf } from "./fields.ts";
import type { ReviewRecord } from "./review.ts";
import { follow, type Transition } from "./transitions.ts";

interface Erasure {
  /** The reason that the admin gave. */
  reason: string;
  /** How many texts are erased. */
  texts: number;
  actorUserId: string;
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** Removes counsel's words from a request. The commitments, which are what was signed, stay. */
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
