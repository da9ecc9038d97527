import { type AuditRow, withoutLink } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { examine } from "#shared/domain/evidence/evidence.ts";
import { shownHistory } from "#shared/domain/evidence/key-history.ts";
import { type WordsShown, withWordsAs } from "#shared/domain/evidence/withhold.ts";
import { statusAt } from "#shared/domain/reviews/review.ts";
import { mayRead } from "#shared/domain/service/canary.ts";
import { loadEvidence } from "./load-evidence.ts";
import { loadProvenance } from "./load-provenance.ts";

/**
 * The full answer to a regulator's question: the record with its status by the clock, its trail, and
 * every check. The checks judge the stored state: a request that the daily job has not ended yet has no
 * row about its end.
 * @param reader the signed-in user's id; null: the visitor of a room, who is shown no nonce
 *   and not the requester's reference
 * @throws DomainError `not_found`
 */
export async function getEvidence(
  id: string,
  reader: string | null,
  now: string,
  words: WordsShown = "full",
) {
  const evidence = withWordsAs(words, await loadEvidence(id, now));
  if (reader !== null && !mayRead(reader, evidence.record.framework_id)) throw noSuch("review");
  const [{ checks, signature, content }, provenance] = await Promise.all([
    examine(evidence, now),
    loadProvenance(evidence.record, words),
  ]);
  const counsel_keys = shownHistory(evidence.counselRows);
  return {
    request: { ...evidence.record, status: statusAt(evidence.record, now) },
    ...provenance,
    counsel: evidence.counsel,
    signed_as: evidence.record.signed_as,
    ...(counsel_keys && { counsel_keys }),
    audit: evidence.rows
      .map((row) => toldRow(withoutLink(row)))
      .map(reader === null ? asRoomsSee : (row) => row),
    checks,
    signature,
    content,
  };
}

const asRoomsSee = (row: AuditRow): AuditRow => {
  const { nonce: _, matter_reference: __, ...context } = row.context;
  return { ...row, context };
};
