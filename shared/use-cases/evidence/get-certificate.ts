import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { evidenceFile } from "#shared/domain/evidence/bundle.ts";
import { bundleFault } from "#shared/domain/evidence/certificate/issuable.ts";
import { decisionRowIn } from "#shared/domain/evidence/evidence-file.ts";
import { type WordsShown, withWordsAs } from "#shared/domain/evidence/withhold.ts";
import { mayRead } from "#shared/domain/service/canary.ts";
import { certificateFrom, ownIssuer } from "./draw-certificate.ts";
import { type AskedBy, issueCertificate } from "./issue-certificate.ts";
import { loadUnsealed } from "./load-evidence.ts";
import { refuseDifferent } from "./state-differs.ts";

/**
 * The certificate of a decided review, PDF/A-3a and PDF/UA-1 with the bundle attached as `bundle.json`.
 * Its statements about the decision come from that bundle alone, so that the same state gives the same
 * bytes (contract, room.md, section 3). The evidence log takes its hash.
 * @param by the caller, who may read the review
 * @param folder of the function's bundle; the fonts are beside it
 * @param now ISO 8601 UTC
 * @param words a certificate without counsel's words is another file, with a row of its own in the log
 * @throws DomainError `not_found`, `review_not_decided`, `state_differs` or `rate_limited`
 */
export async function getCertificate(
  id: string,
  by: AskedBy,
  folder: string,
  now: string,
  words: WordsShown = "full",
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const evidence = withWordsAs(words, await loadUnsealed(id));
  const { record } = evidence;
  const reader = typeof by === "string" ? null : "userId" in by ? by.userId : by.machineId;
  if (reader !== null && !mayRead(reader, record.framework_id)) throw noSuch("review");
  const rules = evidence.pinned.filter((rule) => rule !== null);
  const file = evidenceFile({ ...evidence, rules }, "then");
  const draw = certificateFrom(file, ownIssuer());
  const row = decisionRowIn(file);
  if (draw === null || row === undefined) {
    throw new DomainError("review_not_decided", "Only a decided review has a certificate.");
  }
  const stored = { ...evidence.stored, heads: { request: record.audit_head, counsel: null } };
  refuseDifferent({ review_id: record.id }, await bundleFault(file, stored, now));
  const bytes = await draw(folder);
  const drawn = { bytes, of: { review_id: record.id }, rowHash: row.row_hash };
  await issueCertificate(drawn, by, now);
  return { fileName: `countersign-${record.id}.pdf`, bytes };
}
