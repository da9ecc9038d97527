import verifierDigest from "virtual:verifier-digest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { panelFault } from "#shared/domain/evidence/certificate/issuable.ts";
import {
  panelCertificateOf,
  resultRowIn,
} from "#shared/domain/evidence/certificate/panel-certificate.ts";
import { rowsIn } from "#shared/domain/evidence/evidence-file.ts";
import { memberFiles } from "#shared/domain/evidence/panel-file.ts";
import { readFonts } from "#shared/platform/pdf/fonts.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { recentLogKeys } from "#shared/store/log-keys.ts";
import { type AskedBy, issueCertificate } from "#shared/use-cases/evidence/issue-certificate.ts";
import { refuseUnsigned } from "#shared/use-cases/evidence/refuse-unsigned.ts";
import { refuseDifferent } from "#shared/use-cases/evidence/state-differs.ts";
import { loadPanelFile } from "./load-panel-file.ts";

/**
 * The certificate of a panel that came to a result, with the panel's bundle attached as `bundle.json`.
 * It is drawn, judged and logged like a review's (contract, room.md, section 3).
 * @param by who asked for it
 * @param folder of the function's bundle, with the fonts beside it
 * @param now ISO 8601 UTC
 * @throws DomainError `not_found`, `review_not_decided`, `state_differs` or `rate_limited`
 */
export async function getPanelCertificate(
  id: string,
  by: AskedBy,
  folder: string,
  now: string,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const file = await loadPanelFile(id);
  const row = resultRowIn(file);
  const certificate = panelCertificateOf({ file, baseUrl: baseUrl(), verifierDigest });
  if (certificate === null || row === null) {
    throw new DomainError("review_not_decided", "Only a panel with a result has a certificate.");
  }
  const about = { panel_id: file.panel.id };
  const rows = [...file.panel_audit, ...memberFiles(file).flatMap(rowsIn)];
  // The file was loaded with the log's keys a moment ago.
  await refuseUnsigned(rows, about, { writers: file.writers, logKeys: recentLogKeys() });
  refuseDifferent(about, await panelFault(file, now));
  const { drawCertificate } = await import("#shared/platform/pdf/draw-certificate.ts");
  const bytes = await drawCertificate(certificate, canonicalJson(file), await readFonts(folder));
  const drawn = { bytes, of: { panel_id: file.panel.id }, rowHash: row.row_hash };
  await issueCertificate(drawn, by, now);
  return { fileName: `countersign-panel-${id}.pdf`, bytes };
}
