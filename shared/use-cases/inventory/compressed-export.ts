import { gzipSync } from "node:zlib";
import { DomainError } from "#shared/domain/errors.ts";
import { areTooMany } from "./cyclonedx-file.ts";
import { exportArtifacts } from "./export-artifacts.ts";

/** A tenant's inventory, compressed. @throws DomainError `payload_too_large` */
export async function compressedExport(tenantId: string, now: string): Promise<Uint8Array> {
  const bytes = gzipSync(await exportArtifacts(tenantId, now));
  if (areTooMany(bytes)) {
    throw new DomainError("payload_too_large", "The inventory is too large for one file.");
  }
  return bytes;
}
