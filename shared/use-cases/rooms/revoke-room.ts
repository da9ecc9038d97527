import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/rooms.ts";
import { type Room, shownRoom } from "#shared/domain/rooms/room.ts";
import { revokeRoomAt } from "#shared/store/rooms.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { requireRoom } from "./get-room.ts";

/**
 * Closes a room at once and for good. A repeated call changes nothing and writes no row.
 * @param actorUserId the admin's user id
 * @throws DomainError `not_found`
 */
export async function revokeRoom(id: string, actorUserId: string, now: string): Promise<Room> {
  prepareChain("room", id);
  const room = await requireRoom(id);
  if (room.revoked_at !== null) return shownRoom(room, now);
  const row = auditRow({
    action: "room.revoked",
    resourceId: id,
    tenantId: null,
    actorUserId,
    context: {},
    id: randomUUID(),
    at: now,
  });
  const outcome = await revokeRoomAt(id, now, row);
  // Read it again: uses may have been counted since, or someone else may have revoked it first.
  if (!outcome.committed) return shownRoom(await requireRoom(id), now);
  return shownRoom({ ...room, revoked_at: now }, now);
}
