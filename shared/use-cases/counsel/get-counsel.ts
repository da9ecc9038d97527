import { unknownCounsel, withIdentity } from "#shared/domain/counsel/counsel.ts";
import { getCounselWithSignatures } from "#shared/store/counsel.ts";
import { countOpenRequests } from "#shared/store/review-lists.ts";

/**
 * One counsel, with the number of decisions they have signed and of requests that wait for them.
 * @throws DomainError `not_found`
 */
export async function getCounsel(id: string, now: string) {
  const [found, open_requests] = await Promise.all([
    getCounselWithSignatures(id),
    countOpenRequests(id, now),
  ]);
  if (found === null) throw unknownCounsel();
  const signatures_count = [...found.signatures.values()].reduce((sum, count) => sum + count, 0);
  return { ...withIdentity(found.counsel), signatures_count, open_requests };
}
