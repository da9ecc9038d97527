import { endIn } from "#shared/domain/reviews/in-rows.ts";
import { referencesOf } from "#shared/domain/reviews/reference.ts";
import { isDecided } from "#shared/domain/reviews/review.ts";
import { verdictsOf } from "#shared/domain/reviews/rule-verdicts.ts";
import type { OpenLink } from "./load-link.ts";
import { proofCodeOf } from "./proof-code-of.ts";
import { receiptOf } from "./receipt-of.ts";
import type { InRows } from "./rows-under-link.ts";

/** The decision as counsel sees it, with its receipt; null before there is one. */
export async function decisionIn({ record, rows }: InRows, link: OpenLink) {
  if (!isDecided(record)) return null;
  const row = endIn(rows);
  const { status, decided_at, decision_comment, decision_signature } = record;
  return {
    decision: status,
    decided_at,
    decision_comment,
    decision_signature,
    ...verdictsOf(record),
    ...referencesOf({ counsel_reference: record.counsel_reference }),
    row_hash: record.decision_row_hash,
    log_proof: link.logProof,
    proof_code: await proofCodeOf(record.decision_row_hash),
    receipt: row === null ? null : receiptOf(row, link.logProof, link.logKeys),
  };
}
