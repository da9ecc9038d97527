import type { AuditRow } from "#shared/domain/audit/row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { reviewTrailPage } from "#shared/store/audit-trails.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/**
 * A page of a review's audit rows, oldest first.
 * @throws DomainError `not_found`
 */
export async function getReviewAudit(id: string, paging: Paging): Promise<Page<AuditRow>> {
  const page = await reviewTrailPage(id, paging);
  // A review without rows does not exist: its first row is written with it.
  if (page.items.length === 0 && paging.cursor === undefined) throw noSuch("review");
  return page;
}
