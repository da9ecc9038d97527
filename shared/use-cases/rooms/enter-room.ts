import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/rooms.ts";
import type { NewRow } from "#shared/domain/audit/vocabulary.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { ROOM_REQUESTS } from "#shared/domain/rooms/limits.ts";
import {
  isEntry,
  type RoomRecord,
  refuseClosed,
  refuseQuestions,
} from "#shared/domain/rooms/room.ts";
import { takeFrom } from "#shared/store/rates.ts";
import { getRoom, getRoomByToken, useRoom } from "#shared/store/rooms.ts";
import { type Action, retryOnConflict } from "#shared/store/transact.ts";

/**
 * The open room that a token leads to, after taking one request from the room's limit per minute. For a
 * closed room it takes and writes nothing, whoever asks.
 * @param now ISO 8601 UTC
 * @throws DomainError `invalid_token` (unknown, malformed, tampered: the same answer),
 *   `room_closed`, `rate_limited`
 */
export async function enterRoom(token: string, now: string): Promise<RoomRecord> {
  const room = await getRoomByToken(hashLinkToken(token));
  if (room === null) {
    throw new DomainError("invalid_token", "This link is not valid. Please ask for a new one.");
  }
  refuseClosed(room, now);
  await takeFrom(ROOM_REQUESTS, room.id, now, null);
  return room;
}

/** The room as its visitor's request found it. */
export type EnteredRoom = RoomRecord;

type UseAction =
  | "room.evidence_read"
  | "room.bundle_downloaded"
  | "room.certificate_downloaded"
  | "room.question_asked";

/** What a visitor did beyond looking around. */
export type Use = { [A in UseAction]: Pick<NewRow<A>, "action" | "context"> }[UseAction];

/**
 * Records that a request is answered, with a row of its own if it is a use, and a row of entry if it
 * begins a visit. Both are written before the answer is sent, in one transaction with the room's
 * counter.
 * @param use null: only looking around, which leaves one row per visit
 * @param more other writes that belong to the use
 * @throws DomainError `room_closed` if it was revoked in the meantime; `too_many_questions`
 */
export const recordUse = (
  opened: RoomRecord,
  use: Use | null,
  now: string,
  more: readonly Action[] = [],
): Promise<void> =>
  retryOnConflict(opened, async (room) => {
    refuseClosed(room, now);
    const asks = use?.action === "room.question_asked";
    if (asks) refuseQuestions(room);
    const enters = isEntry(room, now);
    const uses = [
      ...(enters ? [{ action: "room.entered" as const, context: {} }] : []),
      ...(use === null ? [] : [use]),
    ];
    if (uses.length === 0) return { done: undefined };
    const rows = uses.map((one) =>
      auditRow({
        ...one,
        resourceId: room.id,
        tenantId: null,
        actorUserId: null,
        actorType: "room",
        id: randomUUID(),
        at: now,
      }),
    );
    const outcome = await useRoom(room, { rows, isEntry: enters, asks }, now, more);
    if (outcome.committed) return { done: undefined };
    return { conflict: (await getRoom(room.id)) ?? room };
  });
