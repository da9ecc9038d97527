import { getCertificate } from "#shared/use-cases/evidence/get-certificate.ts";
import type { OpenLink } from "./load-link.ts";
import { takeFile } from "./take-file.ts";

/**
 * The certificate of counsel's decision under a link: the same bytes as the admin's.
 * @param folder of the function's bundle, with the fonts beside it
 * @throws DomainError `review_not_viewed`, `review_not_decided`, `rate_limited`, `state_differs`
 */
export async function getCounselCertificate(link: OpenLink, folder: string, now: string) {
  await takeFile(link, now);
  return getCertificate(link.record.id, "link", folder, now);
}
