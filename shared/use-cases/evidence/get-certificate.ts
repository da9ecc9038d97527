import verifierDigest from "virtual:verifier-digest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { evidenceFile } from "#shared/domain/evidence/bundle.ts";
import { certificateOf } from "#shared/domain/evidence/certificate/certificate.ts";
import { mayRead } from "#shared/domain/service/canary.ts";
import { drawCertificate } from "#shared/platform/pdf/draw-certificate.ts";
import { readFonts } from "#shared/platform/pdf/fonts.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { loadUnsealed } from "./load-evidence.ts";
import { stampCertificate } from "./stamp-certificate.ts";

/**
 * The certificate of a decided review, PDF/A-3a and PDF/UA-1 with the bundle attached as
 * `bundle.json`, and a document time stamp if TSA_URL is set: the same state gives the same bytes
 * (contract, room.md, section 3).
 * @param reader the signed-in user's id; null: whoever may read the review
 * @param folder of the function's bundle, beside which the fonts lie
 * @param now ISO 8601 UTC
 * @throws DomainError `not_found`, or `review_not_decided`
 */
export async function getCertificate(
  id: string,
  reader: string | null,
  folder: string,
  now: string,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const evidence = await loadUnsealed(id);
  const { record } = evidence;
  if (reader !== null && !mayRead(reader, record.framework_id)) throw noSuch("review");
  const rules = evidence.pinned.filter((rule) => rule !== null);
  const file = evidenceFile({ ...evidence, rules }, "then");
  const certificate = certificateOf({ file, baseUrl: baseUrl(), verifierDigest });
  if (certificate === null) {
    throw new DomainError("review_not_decided", "Only a decided review has a certificate.");
  }
  const bytes = await drawCertificate(certificate, canonicalJson(file), await readFonts(folder));
  return {
    fileName: `countersign-${record.id}.pdf`,
    bytes: await stampCertificate({ id: record.id, bytes }, now),
  };
}
