import { type Room, shownRoom } from "#shared/domain/rooms/room.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfRooms } from "#shared/store/rooms.ts";

/** A page of rooms, newest first. @param now ISO 8601 UTC, the time of their status */
export async function listRooms(paging: Paging, now: string): Promise<Page<Room>> {
  const { items, next_cursor } = await pageOfRooms(paging);
  return { items: items.map((room) => shownRoom(room, now)), next_cursor };
}
