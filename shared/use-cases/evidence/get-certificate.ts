import verifierDigest from "virtual:verifier-digest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { evidenceFile } from "#shared/domain/evidence/bundle.ts";
import { certificateOf } from "#shared/domain/evidence/certificate/certificate.ts";
import { bundleFault } from "#shared/domain/evidence/certificate/issuable.ts";
import { namedIn } from "#shared/domain/evidence/certificate/parts.ts";
import type { ReviewEvidence } from "#shared/domain/evidence/evidence.ts";
import { decisionRowIn } from "#shared/domain/evidence/evidence-file.ts";
import { type WordsShown, withWordsAs } from "#shared/domain/evidence/withhold.ts";
import { mayRead } from "#shared/domain/service/canary.ts";
import { readFonts } from "#shared/platform/pdf/fonts.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { type AskedBy, issueCertificate } from "./issue-certificate.ts";
import { loadUnsealed } from "./load-evidence.ts";
import { refuseDifferent } from "./state-differs.ts";

/**
 * The certificate of a decided review, PDF/A-3a and PDF/UA-1 with the bundle attached as `bundle.json`.
 * Its statements about the decision come from that bundle alone, and the names of book and requester
 * from what the request recorded of them, so that the same state gives the same bytes (contract,
 * room.md, section 3). The evidence log takes its hash.
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
  const { file, draw, row } = certificateFrom(evidence);
  const stored = { ...evidence.stored, heads: { request: record.audit_head, counsel: null } };
  refuseDifferent({ review_id: record.id }, await bundleFault(file, stored, now));
  const bytes = await draw(folder);
  const drawn = { bytes, of: { review_id: record.id }, rowHash: row.row_hash };
  await issueCertificate(drawn, by, now);
  return { fileName: `countersign-${record.id}.pdf`, bytes };
}

/**
 * The certificate of the loaded evidence, not yet drawn, with the bundle from which it is drawn.
 * @throws DomainError `review_not_decided`
 */
export function certificateFrom(evidence: Omit<ReviewEvidence, "keyring">) {
  const rules = evidence.pinned.filter((rule) => rule !== null);
  const file = evidenceFile({ ...evidence, rules }, "then");
  const named = namedIn(evidence.record);
  const certificate = certificateOf({ file, named, baseUrl: baseUrl(), verifierDigest });
  const row = decisionRowIn(file);
  if (certificate === null || row === undefined) {
    throw new DomainError("review_not_decided", "Only a decided review has a certificate.");
  }
  const draw = async (folder: string) => {
    const { drawCertificate } = await import("#shared/platform/pdf/draw-certificate.ts");
    return drawCertificate(certificate, canonicalJson(file), await readFonts(folder));
  };
  return { file, row, draw };
}
