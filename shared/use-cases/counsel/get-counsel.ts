import { unknownCounsel } from "#shared/domain/counsel/counsel.ts";
import { getCounselWithSignatures } from "#shared/store/counsel.ts";

/**
 * One counsel, with the number of decisions they have signed.
 * @throws DomainError `not_found`
 */
export async function getCounsel(id: string) {
  const found = await getCounselWithSignatures(id);
  if (found === null) throw unknownCounsel();
  const signatures_count = [...found.signatures.values()].reduce((sum, count) => sum + count, 0);
  return { ...found.counsel, signatures_count };
}
