import { MAX_BUNDLES } from "#shared/domain/rooms/limits.ts";
import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { writtenBytes } from "#shared/domain/text/written.ts";
import { PAGE_BYTES } from "#shared/store/page.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";
import { reviewsOfRoom } from "./list-room-reviews.ts";

/** How many bundles are made at once. */
const AT_ONCE = 8;

/**
 * A part of the bundles that a room shows, oldest decision first: at most 4 MB, or a single bundle.
 * @param cursor where the part before ended
 */
export async function exportRoom(scope: RoomScope, cursor: string | undefined) {
  const { items, next_cursor } = await reviewsOfRoom(scope, { limit: MAX_BUNDLES, cursor });
  const bundles: Record<string, unknown>[] = [];
  let bytes = 0;
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const some = items.slice(start, start + AT_ONCE);
    const texts = await Promise.all(
      some.map(({ record }) => getBundle(record.id, undefined, scope.words)),
    );
    for (const { text } of texts) {
      bytes += writtenBytes(text);
      if (bundles.length > 0 && bytes > PAGE_BYTES) {
        return { bundles, next_cursor: items[bundles.length - 1]?.cursor ?? null };
      }
      bundles.push(JSON.parse(text) as Record<string, unknown>);
    }
  }
  return { bundles, next_cursor };
}
