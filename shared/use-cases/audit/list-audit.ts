import type { AuditRow } from "#shared/domain/audit/row.ts";
import { type AuditFilters, auditPage } from "#shared/store/audit-pages.ts";
import { bytesOf, PAGE_BYTES, type Page, type Paging } from "#shared/store/page.ts";

const MOST_ROUND_TRIPS = 2;

/**
 * Audit rows, oldest first unless asked otherwise. Filters that no single index covers are applied
 * after reading, in at most two round trips: a page with few rows or none still has a cursor as
 * long as there may be more.
 */
export async function listAudit(filters: AuditFilters, paging: Paging): Promise<Page<AuditRow>> {
  const items: AuditRow[] = [];
  let nextCursor = paging.cursor ?? null;
  let bytes = PAGE_BYTES;
  for (let trips = 0; trips < MOST_ROUND_TRIPS; trips += 1) {
    const wanted = paging.limit - items.length;
    const page = await auditPage(filters, {
      limit: wanted,
      cursor: nextCursor ?? undefined,
      bytes,
    });
    items.push(...page.items);
    nextCursor = page.nextCursor;
    bytes = PAGE_BYTES - bytesOf(items);
    if (nextCursor === null || items.length >= paging.limit || bytes <= 0) break;
  }
  return { items, nextCursor };
}
