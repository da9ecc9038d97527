import { noSuch } from "#shared/domain/errors.ts";
import { type Room, type RoomRecord, shownRoom } from "#shared/domain/rooms/room.ts";
import * as rooms from "#shared/store/rooms.ts";

/** One room, for its admin. @throws DomainError `not_found` */
export const getRoom = async (id: string, now: string): Promise<Room> =>
  shownRoom(await requireRoom(id), now);

/** @throws DomainError `not_found` */
export async function requireRoom(id: string): Promise<RoomRecord> {
  const room = await rooms.getRoom(id);
  if (room === null) throw noSuch("room");
  return room;
}
