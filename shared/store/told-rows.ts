import type { AuditRow } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { commitmentsIn } from "#shared/domain/reviews/words.ts";
import { auditRowOf, textsOf, withTexts, wordsKey } from "./audit.ts";
import { fitting, type Listing, type Page, type Paging, readPage } from "./page.ts";
import { getItems, type Item } from "./read.ts";

/**
 * A page of audit rows as answers show them, with counsel's words in their contexts. If rows have such
 * words, one more read fetches them. The page ends earlier if they would make it too large.
 * @param keep as in `readPage`
 */
export async function toldPage(
  listing: Listing,
  paging: Paging,
  keep?: (row: AuditRow) => boolean,
): Promise<Page<AuditRow>> {
  const { items, ...page } = await readPage(
    listing,
    paging,
    keep && ((item) => keep(auditRowOf(item))),
  );
  const rows = await told(items);
  const count = fitting(rows, paging.limit, paging.bytes);
  const last = items[count - 1];
  if (count === rows.length || last === undefined) return { items: rows, ...page };
  const sortKey = String(last[listing.index ? `${listing.index}sk` : "sk"]);
  return { items: rows.slice(0, count), next_cursor: sortKey, readTo: sortKey };
}

async function told(items: readonly Item[]): Promise<AuditRow[]> {
  const rows = items.map(auditRowOf);
  const spoken = rows.flatMap((row, i) => (commitmentsIn(row.context) > 0 ? [i] : []));
  const keys = spoken.map((i) => ({ pk: String(items[i]?.pk), sk: String(items[i]?.sk) }));
  const words = await getItems(keys.map(wordsKey));
  const texts = new Map(spoken.map((i, at) => [i, words[at] ?? null]));
  return rows.map((row, i) => {
    const item = texts.get(i) ?? null;
    return item === null ? row : toldRow(withTexts(row, textsOf(item)));
  });
}
