import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/** A page of the frameworks that a room shows, by id. */
export async function listRoomFrameworks(
  { framework_ids }: RoomScope,
  { limit, cursor = "" }: Paging,
): Promise<Page<Framework>> {
  const ids = framework_ids.filter((id) => id > cursor).sort();
  const found = await Promise.all(ids.slice(0, limit).map((id) => getFramework(id)));
  return {
    items: found.filter((framework) => framework !== null),
    next_cursor: ids.length > limit ? (ids[limit - 1] ?? null) : null,
  };
}
