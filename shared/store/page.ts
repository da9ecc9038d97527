import { answerBytes } from "#shared/domain/text/text.ts";
import { type Item, type QueryResult, type QuerySpec, queryOnce } from "./read.ts";
import type { IndexName } from "./table-schema.ts";

/** A list: one or more partitions of one index whose sort keys have the same form. */
export interface Listing {
  index?: IndexName;
  partitions: readonly string[];
  descending?: boolean;
  prefix?: string;
  from?: string;
  /** Exclusive. */
  below?: string;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  /** The position after the last item read, even if nothing follows; null: nothing was read. */
  readTo?: string | null;
}

/** The page a caller asks for. */
export interface Paging {
  limit: number;
  /** The position after which it begins: where the previous page ended. */
  cursor?: string | undefined;
  /** The bytes left in the page, if it is read in several steps. */
  bytes?: number;
}

/** The most bytes of a page in an answer (contract, "A page of a list ends"). */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** How many items of a filtered list are read in one round trip, unless the page's limit is higher. */
const FILTERED_AT_ONCE = 200;

/**
 * One page across all partitions, in sort-key order: a page of each is read concurrently and the
 * results are merged, so a list costs one round trip, or two, whatever its filters. The cursor is the last
 * sort key; the edge seals it for the caller and binds it to the list.
 * @param keep filters what the listing cannot: the page may then have fewer items than its limit,
 * or none, but its cursor still continues the list
 */
export async function readPage(
  listing: Listing,
  paging: Paging,
  keep?: (item: Item) => boolean,
): Promise<Page<Item>> {
  const reach = keep === undefined ? paging.limit : Math.max(paging.limit, FILTERED_AT_ONCE);
  const after = paging.cursor ?? null;
  const sortKey = (item: Item): string => String(item[listing.index ? `${listing.index}sk` : "sk"]);
  const before = (a: string, b: string): boolean => (listing.descending ? a > b : a < b);
  const query: Reading["query"] = async (pk, limit, startKey) => {
    const items: Item[] = [];
    let lastKey: QueryResult["lastKey"] = startKey ?? null;
    do {
      const spec = bounded(listing, pk, limit - items.length, after);
      const page = await queryOnce({ ...spec, ...(lastKey ? { startKey: lastKey } : {}) });
      items.push(...page.items);
      ({ lastKey } = page);
      // DynamoDB cuts a query at 1 MB. A filtered list goes on from there with its next step.
    } while (keep === undefined && lastKey !== null && isPart(items, limit, paging.bytes));
    return { items, lastKey };
  };
  const pages = await firstOfEach(listing.partitions, reach + 1, { query, sortKey, before });
  // A partition cut short (page full, 4 MB, or 1 MB of a filtered list) hides what follows its last item:
  // nothing beyond the nearest such end may be returned yet.
  const end = pages
    .filter((page) => page.lastKey !== null)
    .map((page) => sortKey(page.items.at(-1) as Item))
    .reduce<string | null>(
      (nearest, key) => (nearest === null || before(key, nearest) ? key : nearest),
      null,
    );
  const known = pages
    .flatMap((page) => page.items)
    .filter((item) => end === null || !before(end, sortKey(item)))
    .sort((a, b) => (before(sortKey(a), sortKey(b)) ? -1 : 1));
  const kept = keep === undefined ? known : known.filter(keep);
  const items = kept.slice(0, fitting(kept, paging.limit, paging.bytes));
  const isCut = kept.length > items.length;
  const last = isCut ? items.at(-1) : known.at(-1);
  const more = isCut || end !== null;
  const readTo = last ? sortKey(last) : null;
  return { items, next_cursor: more ? readTo : null, readTo };
}

/** With this many partitions, most of what is read from each would not be shown. */
const MANY_PARTITIONS = 4;
/** How much more than its share is read from each at first: enough unless they differ much. */
const PART = 1.5;

interface Reading {
  query: (pk: string, limit: number, startKey?: QuerySpec["startKey"]) => Promise<QueryResult>;
  sortKey: (item: Item) => string;
  before: (a: string, b: string) => boolean;
}

/**
 * The first items of each partition, as far as they can be among the first `count` of all. If there are
 * many partitions, only a part of each is read at first, and then more from those that may have more of
 * these items.
 */
async function firstOfEach(
  partitions: readonly string[],
  count: number,
  { query, sortKey, before }: Reading,
): Promise<QueryResult[]> {
  const isMany = partitions.length >= MANY_PARTITIONS;
  const part = isMany ? Math.ceil((PART * count) / partitions.length) : count;
  const pages = await Promise.all(partitions.map((pk) => query(pk, part)));
  if (part >= count) return pages;
  const known = pages.flatMap(({ items }) => items.map(sortKey));
  /** How many unread items of a partition may come before the rest of all. */
  const missingAfter = (end: Item | undefined): number => {
    if (end === undefined) return count;
    const last = sortKey(end);
    return count - known.filter((key) => !before(last, key)).length;
  };
  return Promise.all(
    pages.map(async ({ items, lastKey }, i) => {
      const missing = lastKey === null ? 0 : missingAfter(items.at(-1));
      if (lastKey === null || missing <= 0) return { items, lastKey };
      const rest = await query(partitions[i] as string, missing, lastKey);
      return { items: [...items, ...rest.items], lastKey: rest.lastKey };
    }),
  );
}

/**
 * One page of a list of records (`readPage`).
 * @param keep as in `readPage`, but for records
 */
export async function pageOf<T>(
  listing: Listing,
  paging: Paging,
  fromItem: (item: Item) => T,
  keep?: (record: T) => boolean,
): Promise<Page<T>> {
  const filter = keep === undefined ? undefined : (item: Item) => keep(fromItem(item));
  const { items, ...page } = await readPage(listing, paging, filter);
  return { items: items.map(fromItem), ...page };
}

/** A filtered list is read in at most this many steps; the rest follows with a cursor. */
const MAX_STEPS = 5;

/**
 * One page of a filtered list, read in several steps if matches are sparse. It may hold fewer items
 * than its limit, or none, and still have a cursor.
 * @param read one step: `pageOf` with a filter
 */
export async function pageInSteps<T>(
  { limit, cursor }: Paging,
  read: (paging: Paging) => Promise<Page<T>>,
): Promise<Page<T>> {
  const items: T[] = [];
  let next_cursor = cursor ?? null;
  let bytes = PAGE_BYTES;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const page = await read({
      limit: limit - items.length,
      cursor: next_cursor ?? undefined,
      bytes,
    });
    items.push(...page.items);
    next_cursor = page.next_cursor;
    bytes = PAGE_BYTES - answerBytes(items);
    if (next_cursor === null || items.length >= limit || bytes <= 0) break;
  }
  return { items, next_cursor };
}

/**
 * How many of the first items make a page: as many as requested, up to 4 MB, so that no response
 * comes near the 6 MB that a function may return.
 */
export function fitting(items: readonly unknown[], limit: number, most = PAGE_BYTES): number {
  let bytes = 0;
  for (const [index, item] of items.slice(0, limit).entries()) {
    bytes += answerBytes(item);
    if (index > 0 && bytes > most) return index;
  }
  return Math.min(items.length, limit);
}

/** Whether a page needs more than these items. */
const isPart = (items: readonly unknown[], limit: number, most: number | undefined): boolean =>
  items.length < limit && fitting(items, limit, most) === items.length;

/** The part of one partition that this page may hold, as bounds on the sort key. */
function bounded(listing: Listing, pk: string, limit: number, after: string | null): QuerySpec {
  const lowest = listing.from ?? listing.prefix;
  const highest =
    listing.below ?? (listing.prefix === undefined ? undefined : `${listing.prefix}\uffff`);
  const from = listing.descending || after === null ? lowest : `${after}\u0000`;
  const below = listing.descending && after !== null ? after : highest;
  return {
    pk,
    limit,
    ...(listing.index ? { index: listing.index } : {}),
    ...(listing.descending ? { descending: true } : {}),
    ...(from === undefined ? {} : { from }),
    ...(below === undefined ? {} : { below }),
  };
}
