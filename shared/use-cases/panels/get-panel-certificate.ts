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
import { loadPanelFile } from "./load-panel-file.ts";

/**
 * The certificate of a panel that came to a result, with the panel's bundle attached as
 * `bundle.json`: the same state gives the same bytes (contract, room.md, section 3).
 * @param folder of the function's bundle, beside which the fonts lie
 * @throws DomainError `not_found`, or `review_not_decided`
 */
export async function getPanelCertificate(
  id: string,
  folder: string,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const file = await loadPanelFile(id);
  const row = resultRowIn(file);
  const { log } = await loadLogParts(row === null ? [] : [row.row_hash], null);
  const certificate = panelCertificateOf({ file, log, baseUrl: baseUrl(), verifierDigest });
  if (certificate === null) {
    throw new DomainError("review_not_decided", "Only a panel with a result has a certificate.");
  }
  return {
    fileName: `countersign-panel-${id}.pdf`,
    bytes: await drawCertificate(certificate, canonicalJson(file), await readFonts(folder)),
  };
}
