import { withoutLink } from "#shared/domain/audit/row.ts";
import { examine } from "#shared/domain/evidence/evidence.ts";
import { shownHistory } from "#shared/domain/evidence/key-history.ts";
import { loadEvidence } from "./load-evidence.ts";

/**
 * The regulator's question as one answer: the record, its trail, and every check.
 * @throws DomainError `not_found`
 */
export async function getEvidence(id: string, now: string) {
  const evidence = await loadEvidence(id, now);
  const { checks, signature, content } = examine(evidence, now);
  const counsel_keys = shownHistory(evidence.keyRows);
  return {
    request: evidence.record,
    counsel: evidence.counsel,
    ...(counsel_keys && { counsel_keys }),
    audit: evidence.rows.map(withoutLink),
    checks,
    signature,
    content,
  };
}
