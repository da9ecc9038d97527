import type { AuditRow } from "#shared/domain/audit/row.ts";
import { unknownCounsel } from "#shared/domain/counsel/counsel.ts";
import { counselTrailPage } from "#shared/store/audit-trails.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/**
 * A page of the audit rows that name a counsel, oldest first.
 * @throws DomainError `not_found`
 */
export async function getCounselAudit(counselId: string, paging: Paging): Promise<Page<AuditRow>> {
  const [counsel, page] = await Promise.all([
    getCounsel(counselId),
    counselTrailPage(counselId, paging),
  ]);
  if (counsel === null) throw unknownCounsel();
  return page;
}
