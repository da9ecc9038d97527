import { evidentOf } from "#shared/domain/reviews/fields.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { isInScope, type RoomScope } from "#shared/domain/rooms/room.ts";
import type { Provenance } from "#shared/domain/standing/provenance.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { fitting, type Page, type Paging } from "#shared/store/page.ts";
import { type DecidedEntry, decidedInFrameworks } from "#shared/store/review-lists.ts";
import { loadProvenances } from "#shared/use-cases/evidence/load-provenance.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";

/** A page of the decided reviews that a room shows, oldest decision first, with their counsel as they signed. */
export async function listRoomReviews(scope: RoomScope, paging: Paging) {
  const { items: entries, next_cursor } = await reviewsOfRoom(scope, paging);
  const records = entries.map(({ record }) => record);
  const [counsel, provenance] = await Promise.all([
    getCounselByIds(records.map(({ counsel_id }) => counsel_id)),
    loadProvenances(records, scope.words),
  ]);
  const items = entries.map(({ record }, i) => {
    const known = counsel[i];
    // Counsel may have another name or firm by now.
    const signer = known ? { ...known, ...record.signed_as } : null;
    return {
      ...(scope.words === "withheld" ? evidentOf(record) : record),
      ...(provenance[i] as Provenance),
      rule_names: calledIn(record).rule_names,
      rule_hashes: record.pinned_hashes,
      counsel_display_name: signer?.display_name ?? "",
      counsel_firm: signer?.firm ?? null,
      counsel: signer,
    };
  });
  // With their counsel included, the reviews may exceed the size of a page.
  const kept = fitting(items, paging.limit);
  const next = kept < items.length ? (entries[kept - 1]?.cursor ?? null) : next_cursor;
  return { items: items.slice(0, kept), next_cursor: next };
}

/**
 * A page of the decided reviews that a room shows. The index does not contain counsel, so it may have
 * to read several pages.
 */
export async function reviewsOfRoom(
  scope: RoomScope,
  { limit, cursor }: Paging,
): Promise<Page<DecidedEntry>> {
  const within = {
    statuses: decisions,
    from: scope.decided_from ?? undefined,
    below: scope.decided_to ?? undefined,
  };
  const items: DecidedEntry[] = [];
  let next = cursor ?? null;
  do {
    const page = await decidedInFrameworks(scope.framework_ids, within, {
      limit,
      cursor: next ?? undefined,
    });
    items.push(...page.items.filter(({ record }) => isInScope(scope, record)));
    next = page.next_cursor;
  } while (next !== null && items.length < limit);
  if (items.length <= limit) return { items, next_cursor: next };
  return { items: items.slice(0, limit), next_cursor: items[limit - 1]?.cursor ?? null };
}
