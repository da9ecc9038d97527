import { unknownCounsel } from "#shared/domain/counsel/counsel.ts";
import { withWords } from "#shared/domain/counsel/counsel-key.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { readKeys } from "#shared/store/counsel-keys.ts";
import type { Paging } from "#shared/store/page.ts";

/**
 * Every key a counsel ever had, oldest first.
 * @throws DomainError `not_found`
 */
export async function listCounselKeys(counselId: string, paging: Paging) {
  const [counsel, { items, next_cursor }] = await Promise.all([
    getCounsel(counselId),
    readKeys(counselId, paging),
  ]);
  if (counsel === null) throw unknownCounsel();
  return { items: items.map(withWords), next_cursor };
}
