import type { AuditRow } from "#shared/domain/audit/row.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { verdictsOf } from "#shared/domain/reviews/rule-verdicts.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import type { OpenLink } from "./load-link.ts";
import { receiptOf } from "./receipt-of.ts";

/**
 * What counsel is shown of a decision, with its receipt; null before there is one.
 * @param found the review's audit rows, if they were read already
 */
export async function decisionIn(record: ReviewRecord, link: OpenLink, found: readonly AuditRow[]) {
  if (!isDecided(record)) return null;
  const rows = found.length > 0 ? found : await reviewTrail(record.id);
  const row = rows.find(({ action }) => action === `rule_review.${record.status}`);
  const { status, decided_at, decision_comment, decision_signature } = record;
  return {
    decision: status,
    decided_at,
    decision_comment,
    decision_signature,
    ...verdictsOf(record),
    row_hash: record.decision_row_hash,
    log_proof: link.logProof,
    receipt: row === undefined ? null : receiptOf(row, link.logProof, link.logKeys),
  };
}
