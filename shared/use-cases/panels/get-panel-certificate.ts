import verifierDigest from "virtual:verifier-digest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  panelCertificateOf,
  resultRowIn,
} from "#shared/domain/evidence/certificate/panel-certificate.ts";
import { drawCertificate } from "#shared/platform/pdf/draw-certificate.ts";
import { readFonts } from "#shared/platform/pdf/fonts.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { loadLogParts } from "#shared/use-cases/evidence/load-log-parts.ts";
import { stampCertificate } from "#shared/use-cases/evidence/stamp-certificate.ts";
import { loadPanelFile } from "./load-panel-file.ts";

/**
 * The certificate of a panel that came to a result, with the panel's bundle attached as
 * `bundle.json`, and a document time stamp if TSA_URL is set: the same state gives the same bytes
 * (contract, room.md, section 3).
 * @param folder of the function's bundle, beside which the fonts lie
 * @param now ISO 8601 UTC
 * @throws DomainError `not_found`, or `review_not_decided`
 */
export async function getPanelCertificate(
  id: string,
  folder: string,
  now: string,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const file = await loadPanelFile(id);
  const row = resultRowIn(file);
  const { log } = await loadLogParts(row === null ? [] : [row.row_hash], null);
  const certificate = panelCertificateOf({ file, log, baseUrl: baseUrl(), verifierDigest });
  if (certificate === null) {
    throw new DomainError("review_not_decided", "Only a panel with a result has a certificate.");
  }
  const bytes = await drawCertificate(certificate, canonicalJson(file), await readFonts(folder));
  return {
    fileName: `countersign-panel-${id}.pdf`,
    bytes: await stampCertificate({ id: file.panel.id, bytes }, now),
  };
}
