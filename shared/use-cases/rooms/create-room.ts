import { randomBytes, randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/rooms.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken, newLinkToken } from "#shared/domain/reviews/link-token.ts";
import { type Room, type RoomRecord, roomUrl, shownRoom } from "#shared/domain/rooms/room.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { putNewRoom } from "#shared/store/rooms.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { requireScope, type ScopeOrder, scopeOf } from "./requested-scope.ts";

const DAY_MS = 24 * 3600 * 1000;

interface RoomOrder extends ScopeOrder {
  title: string;
  expires_in_days: number;
  may_ask: boolean;
  /** The user id of the admin. */
  createdBy: string;
  now: string;
}

/**
 * Opens a room for a stranger. Only the answer contains the link; the service keeps just the hash of
 * its token.
 * @throws DomainError `unknown_framework`, `unknown_counsel`, `counsel_framework_mismatch`
 */
export async function createRoom(order: RoomOrder): Promise<{ room: Room; room_url: string }> {
  const { now, createdBy, expires_in_days, title, may_ask } = order;
  const id = randomUUID();
  prepareChain("room", id);
  const scope = scopeOf(order);
  await requireScope(scope);
  const token = newLinkToken(randomBytes);
  const room: RoomRecord = {
    id,
    title,
    ...scope,
    may_ask,
    created_at: now,
    created_by: createdBy,
    expires_at: new Date(Date.parse(now) + expires_in_days * DAY_MS).toISOString(),
    revoked_at: null,
    last_used_at: null,
    uses: 0,
    open_questions: 0,
    entered_at: null,
    token_hash: hashLinkToken(token),
  };
  const row = auditRow({
    action: "room.created",
    resourceId: room.id,
    tenantId: null,
    actorUserId: createdBy,
    context: { title, ...scope, may_ask, expires_at: room.expires_at },
    id: randomUUID(),
    at: now,
  });
  const outcome = await putNewRoom(room, row);
  if (!outcome.committed) throw new DomainError("dependency_unavailable", "Please try again.");
  return { room: shownRoom(room, now), room_url: roomUrl(appUrl(), token) };
}
