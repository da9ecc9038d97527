import { noSuch } from "#shared/domain/errors.ts";
import { readTenant } from "#shared/store/tenants.ts";
import { compressedExport } from "./compressed-export.ts";
import { tenantOfLink } from "./export-link.ts";

/**
 * The export that a link leads to. It is always compressed: otherwise it would exceed the limit of an
 * answer.
 * @throws DomainError `not_found` for a wrong or old link, or a tenant that was removed,
 * `payload_too_large`
 */
export async function downloadExport(token: string, now: string): Promise<Uint8Array> {
  const tenantId = await tenantOfLink(token, Date.parse(now));
  if ((await readTenant(tenantId)) === null) throw noSuch("export");
  return compressedExport(tenantId, now);
}
