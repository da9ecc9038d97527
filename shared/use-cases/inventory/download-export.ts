import { gzipSync } from "node:zlib";
import { DomainError } from "#shared/domain/errors.ts";
import { areTooMany } from "./cyclonedx-file.ts";
import { exportArtifacts } from "./export-artifacts.ts";
import { tenantOfLink } from "./export-link.ts";

/**
 * The export that a link leads to, always compressed: it is above the limit of an answer otherwise.
 * @throws DomainError `not_found` for a wrong or old link, `payload_too_large`
 */
export async function downloadExport(token: string, now: string): Promise<Uint8Array> {
  const tenantId = await tenantOfLink(token, Date.parse(now));
  const bytes = gzipSync(await exportArtifacts(tenantId, now));
  if (areTooMany(bytes)) {
    throw new DomainError("payload_too_large", "The inventory is too large for one file.");
  }
  return bytes;
}
