import { horizonAt } from "#shared/domain/audit/feed.ts";
import { ocsfEvent } from "#shared/domain/audit/ocsf.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { answerBytes } from "#shared/domain/text/text.ts";
import { setting } from "#shared/platform/settings.ts";
import { type AuditFilters, auditPage, committedPage } from "#shared/store/audit-pages.ts";
import { PAGE_BYTES, type Page, type Paging } from "#shared/store/page.ts";

const MAX_ROUND_TRIPS = 2;
/** A position before every row. */
const BEGINNING = "0";

type Asked = Omit<AuditFilters, "order"> &
  Paging & {
    order?: AuditFilters["order"] | "oldest";
    format?: "json" | "ocsf" | undefined;
  };

/**
 * Audit rows, or OCSF events made from them; oldest first unless asked otherwise. With `order: oldest`
 * they are a feed, and the cursor of any page leads on.
 * @param now ISO 8601 UTC
 */
export async function listAudit({ limit, cursor, format, order, ...filters }: Asked, now: string) {
  const isFeed = order === "oldest";
  const range = isFeed ? { to: horizonAt(now) } : { order };
  const read = format === "ocsf" ? committedPage : auditPage;
  const page = await pageOfRows(read, { ...filters, ...range }, { limit, cursor });
  const isCaughtUp = page.next_cursor === null;
  const position = page.next_cursor ?? page.readTo ?? cursor ?? filters.from ?? BEGINNING;
  const items = page.items.map((row) =>
    format === "ocsf" ? ocsfEvent(row, setting("VERSION") ?? "unknown") : row,
  );
  return isFeed
    ? { items, next_cursor: position, caught_up: isCaughtUp }
    : { items, next_cursor: page.next_cursor };
}

/**
 * Filters that no single index covers are applied after reading, in at most two round trips. A page
 * with few rows or none still has a cursor as long as there may be more.
 */
async function pageOfRows(
  read: typeof auditPage,
  filters: AuditFilters,
  paging: Paging,
): Promise<Page<AuditRow>> {
  const items: AuditRow[] = [];
  let next_cursor = paging.cursor ?? null;
  let readTo: string | null = null;
  let bytes = PAGE_BYTES;
  for (let trips = 0; trips < MAX_ROUND_TRIPS; trips += 1) {
    const wanted = paging.limit - items.length;
    const page = await read(filters, {
      limit: wanted,
      cursor: next_cursor ?? undefined,
      bytes,
    });
    items.push(...page.items);
    next_cursor = page.next_cursor;
    readTo = page.readTo ?? readTo;
    bytes = PAGE_BYTES - answerBytes(items);
    if (next_cursor === null || items.length >= paging.limit || bytes <= 0) break;
  }
  return { items, next_cursor, readTo };
}
