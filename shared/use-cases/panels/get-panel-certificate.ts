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
import { getReviews } from "#shared/store/reviews.ts";
import { loadLogParts } from "#shared/use-cases/evidence/load-log-parts.ts";
import { loadProvenances } from "#shared/use-cases/evidence/load-provenance.ts";
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
  const ids = file.members.map(({ request }) => request.id);
  const [{ log }, members] = await Promise.all([
    loadLogParts(row === null ? [] : [row.row_hash], null),
    getReviews(ids),
  ]);
  const requests = members.filter((one) => one !== null);
  const delegations = (await loadProvenances(requests, now)).map(({ delegation }) => delegation);
  const issuer = { baseUrl: baseUrl(), verifierDigest };
  const certificate = panelCertificateOf({ file, log, delegations, ...issuer });
  if (certificate === null) {
    throw new DomainError("review_not_decided", "Only a panel with a result has a certificate.");
  }
  const bytes = await drawCertificate(certificate, canonicalJson(file), await readFonts(folder));
  return {
    fileName: `countersign-panel-${id}.pdf`,
    bytes: await stampCertificate({ id: file.panel.id, bytes }, now),
  };
}
