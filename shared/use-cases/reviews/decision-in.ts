import { endIn } from "#shared/domain/reviews/in-rows.ts";
import { isDecided } from "#shared/domain/reviews/review.ts";
import { verdictsOf } from "#shared/domain/reviews/rule-verdicts.ts";
import type { OpenLink } from "./load-link.ts";
import { receiptOf } from "./receipt-of.ts";
import type { InRows } from "./rows-under-link.ts";

/** What counsel is shown of a decision, with its receipt; null before there is one. */
export function decisionIn({ record, rows }: InRows, link: OpenLink) {
  if (!isDecided(record)) return null;
  const row = endIn(rows);
  const { status, decided_at, decision_comment, decision_signature } = record;
  return {
    decision: status,
    decided_at,
    decision_comment,
    decision_signature,
    ...verdictsOf(record),
    row_hash: record.decision_row_hash,
    log_proof: link.logProof,
    receipt: row === null ? null : receiptOf(row, link.logProof, link.logKeys),
  };
}
