import { withoutLink } from "#shared/domain/audit/row.ts";
import { examine } from "#shared/domain/evidence/evidence.ts";
import { shownHistory } from "#shared/domain/evidence/key-history.ts";
import { loadMaterial } from "./load-material.ts";

/**
 * The regulator's question as one answer: the record, its trail, and every check.
 * @throws DomainError `not_found`
 */
export async function getEvidence(id: string, now: string) {
  const material = await loadMaterial(id, now);
  const { checks, signature, content } = examine(material, now);
  const counsel_keys = shownHistory(material.keyRows);
  return {
    request: material.record,
    counsel: material.counsel,
    ...(counsel_keys && { counsel_keys }),
    audit: material.rows.map(withoutLink),
    checks,
    signature,
    content,
  };
}
