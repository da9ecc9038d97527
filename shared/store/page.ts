import { createHash } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { type Item, type QuerySpec, queryOnce } from "./read.ts";
import type { IndexName } from "./table-schema.ts";

/** A list: one or several partitions of one index that share the form of their sort key. */
export interface Listing {
  /** Names the list and its filters: a cursor of another list is refused. */
  scope: string;
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
  nextCursor: string | null;
}

/** What a caller asks of a page. */
export interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/** Of a list that is sifted so many are looked at in one round trip, or as many as are wanted. */
const SIFTED_AT_ONCE = 200;

/**
 * One page over all partitions at once, in the order of the sort key: every partition is asked for
 * a page side by side and the answers are merged, so a list costs one round trip whatever its
 * filters are. The cursor is the last sort key, bound to the list it was issued for.
 * @param keep leaves out what the listing cannot: the page may then hold less than its limit, or
 *   nothing, and its cursor still leads on
 * @throws DomainError `validation_failed` for a cursor that was not issued for this list
 */
export async function readPage(
  listing: Listing,
  paging: Paging,
  keep?: (item: Item) => boolean,
): Promise<Page<Item>> {
  const reach = keep === undefined ? paging.limit : Math.max(paging.limit, SIFTED_AT_ONCE);
  const after = paging.cursor === undefined ? null : openCursor(paging.cursor, listing.scope);
  const pages = await Promise.all(
    listing.partitions.map((pk) => queryOnce(bounded(listing, pk, reach + 1, after))),
  );
  const sortKey = (item: Item): string => String(item[listing.index ? `${listing.index}sk` : "sk"]);
  const before = (a: string, b: string): boolean => (listing.descending ? a > b : a < b);
  // A partition cut short (a page full, or 1 MB) hides what follows its last item: nothing beyond
  // the nearest such end may be shown yet.
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
  const items = kept.slice(0, paging.limit);
  const isCut = kept.length > paging.limit;
  const last = isCut ? items.at(-1) : known.at(-1);
  const more = isCut || end !== null;
  return { items, nextCursor: more && last ? issueCursor(sortKey(last), listing.scope) : null };
}

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

const checksum = (sortKey: string, scope: string): string =>
  createHash("sha256").update(`${scope}\n${sortKey}`).digest("base64url").slice(0, 12);

const issueCursor = (sortKey: string, scope: string): string =>
  Buffer.from(JSON.stringify([sortKey, checksum(sortKey, scope)])).toString("base64url");

function openCursor(cursor: string, scope: string): string {
  try {
    const [sortKey, sum] = JSON.parse(
      Buffer.from(cursor, "base64url").toString("utf8"),
    ) as unknown[];
    if (typeof sortKey === "string" && sum === checksum(sortKey, scope)) return sortKey;
  } catch {
    // falls through to the refusal: whatever it was, it was not issued here
  }
  throw new DomainError("validation_failed", "Not valid: cursor.", {
    errors: [{ path: "cursor", message: "was not issued for this list" }],
  });
}
