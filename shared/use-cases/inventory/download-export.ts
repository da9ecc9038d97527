import { compressedExport } from "./compressed-export.ts";
import { tenantOfLink } from "./export-link.ts";

/**
 * The export that a link leads to, always compressed: it is above the limit of an answer otherwise.
 * @throws DomainError `not_found` for a wrong or old link, `payload_too_large`
 */
export const downloadExport = async (token: string, now: string): Promise<Uint8Array> =>
  compressedExport(await tenantOfLink(token, Date.parse(now)), now);
