import type { AuditRow } from "#shared/domain/audit/row.ts";
import { MAX_OPEN_QUESTIONS } from "#shared/domain/rooms/limits.ts";
import type { RoomRecord } from "#shared/domain/rooms/room.ts";
import { all, change, entity, exists, insert, is, isAbove, isBelow } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { getItem, readRecord, readRecords } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * ROOM#<id>                 / META   the record
 * ROOM_LINK#<token_hash>    / META   the id of the room a token leads to
 *
 * gsi1 of the record: every room, sort key <created_at>#<id>
 */

const roomKey = (id: string): Key => ({ pk: `ROOM#${id}`, sk: "META" });
const linkKey = (tokenHash: string): Key => ({ pk: `ROOM_LINK#${tokenHash}`, sk: "META" });
const ROOMS = "ROOMS";

const roomEntity = entity<RoomRecord>("room", {
  decided_from: null,
  decided_to: null,
  counsel_ids: null,
  revoked_at: null,
  last_used_at: null,
  open_questions: 0,
  entered_at: null,
});
const roomOf = roomEntity.fromItem;

export const getRoom = (id: string): Promise<RoomRecord | null> => readRecord(roomKey(id), roomOf);

/** The room that a token leads to, by the token's hash. */
export async function getRoomByToken(tokenHash: string): Promise<RoomRecord | null> {
  const link = await getItem(linkKey(tokenHash));
  return link === null ? null : getRoom(String(link.room_id));
}

/** Rooms by id, in that order; null for a missing one. */
export const getRooms = (ids: readonly string[]): Promise<(RoomRecord | null)[]> =>
  readRecords(ids.map(roomKey), roomOf);

/** A page of rooms, newest first. */
export const pageOfRooms = (paging: Paging): Promise<Page<RoomRecord>> =>
  pageOf({ index: "gsi1", partitions: [ROOMS], descending: true }, paging, roomOf);

/** Stores a new room with what its token leads to, and its first row. */
export const putNewRoom = (room: RoomRecord, row: AuditRow): Promise<Outcome> =>
  transact({
    room: insert({
      ...roomKey(room.id),
      ...indexEntry("gsi1", ROOMS, `${room.created_at}#${room.id}`),
      ...roomEntity.toItem(room),
    }),
    link: insert({ ...linkKey(room.token_hash), room_id: room.id }),
    row: putLoggedRow(row),
  });

/** Revokes a room that is not revoked yet, with its row. */
export const revokeRoomAt = (id: string, at: string, row: AuditRow): Promise<Outcome> =>
  transact({
    room: change(roomKey(id), {
      set: { "room.revoked_at": at },
      where: all(exists("pk"), notRevoked),
    }),
    row: putLoggedRow(row),
  });

const notRevoked = is({ "room.revoked_at": null });

const OPEN = "room.open_questions";

/** What a visitor did: its rows, whether it began another visit, and whether it is a question. */
export interface RoomUse {
  rows: readonly AuditRow[];
  isEntry: boolean;
  asks: boolean;
}

/**
 * Counts a use of a room and writes its rows, with the writes that belong to it. This requires that the
 * room has not been revoked, that nobody else has begun the visit since it was read, and that a
 * question does not exceed the limit.
 * @param at ISO 8601 UTC
 */
export const useRoom = (
  before: RoomRecord,
  { rows, isEntry, asks }: RoomUse,
  at: string,
  more: readonly Action[] = [],
): Promise<Outcome<"room" | "rows" | "more">> =>
  transact({
    room: change(roomKey(before.id), {
      set: { "room.last_used_at": at, "room.entered_at": isEntry ? at : undefined },
      add: { "room.uses": rows.length, ...(asks && { [OPEN]: 1 }) },
      where: all(
        notRevoked,
        is({ "room.entered_at": before.entered_at }),
        ...(asks ? [isBelow(OPEN, MAX_OPEN_QUESTIONS)] : []),
      ),
    }),
    rows: rows.flatMap((row, i) => putLoggedRow(row, { chainLength: before.uses + i + 1 })),
    more,
  });

/** One question fewer waits for an answer; part of the transaction that answers it. */
export const countAnswered = (id: string): Action =>
  change(roomKey(id), { add: { [OPEN]: -1 }, where: isAbove(OPEN, 0) });
