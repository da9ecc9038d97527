import { randomBytes, randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken, newLinkToken } from "#shared/domain/reviews/link-token.ts";
import {
  type Room,
  type RoomRecord,
  type RoomScope,
  roomUrl,
  shownRoom,
} from "#shared/domain/rooms/room.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { appUrl } from "#shared/platform/settings.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { putNewRoom } from "#shared/store/rooms.ts";

const DAY_MS = 24 * 3600 * 1000;

interface RoomOrder {
  title: string;
  framework_ids: string[];
  decided_from?: string | undefined;
  decided_to?: string | undefined;
  counsel_ids?: string[] | undefined;
  expires_in_days: number;
  may_ask: boolean;
  /** The user id of the admin. */
  createdBy: string;
  now: string;
}

/**
 * Opens a room for a stranger. The link is in the answer only: its token's hash is all that is kept.
 * @throws DomainError `unknown_framework`, `unknown_counsel`, `counsel_framework_mismatch`
 */
export async function createRoom(order: RoomOrder): Promise<{ room: Room; room_url: string }> {
  const { now, createdBy, expires_in_days, title, may_ask } = order;
  const scope: RoomScope = {
    framework_ids: order.framework_ids,
    decided_from: order.decided_from ?? null,
    decided_to: order.decided_to ?? null,
    counsel_ids: order.counsel_ids ?? null,
  };
  await requireFrameworks(scope);
  await requireCounsel(scope);
  const token = newLinkToken(randomBytes);
  const room: RoomRecord = {
    id: randomUUID(),
    title,
    ...scope,
    may_ask,
    created_at: now,
    created_by: createdBy,
    expires_at: new Date(Date.parse(now) + expires_in_days * DAY_MS).toISOString(),
    revoked_at: null,
    last_used_at: null,
    uses: 0,
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

async function requireFrameworks({ framework_ids: ids }: RoomScope): Promise<void> {
  const found = await Promise.all(ids.map((id) => getFramework(id)));
  const unknown = ids.filter((id, i) => found[i] == null || isCanaryFramework(id));
  if (unknown.length === 0) return;
  throw new DomainError("unknown_framework", `There is no framework ${unknown.join(", ")}.`, {
    errors: unknown.map((id) => ({
      path: `framework_ids.${ids.indexOf(id)}`,
      message: `${id} is not a framework`,
    })),
  });
}

async function requireCounsel({ counsel_ids, framework_ids }: RoomScope): Promise<void> {
  const ids = counsel_ids ?? [];
  const found = await getCounselByIds(ids);
  const faults = (message: string, isAtFault: (at: number) => boolean) =>
    ids.flatMap((_, at) => (isAtFault(at) ? [{ path: `counsel_ids.${at}`, message }] : []));
  const unknown = faults("there is no such counsel", (at) => found[at] == null);
  if (unknown.length > 0) {
    throw new DomainError("unknown_counsel", "There is no such counsel.", { errors: unknown });
  }
  const elsewhere = faults(
    "is registered for a framework that this room does not show",
    (at) => !framework_ids.includes(found[at]?.framework_id ?? ""),
  );
  if (elsewhere.length === 0) return;
  throw new DomainError(
    "counsel_framework_mismatch",
    "The counsel is registered for a framework that this room does not show.",
    { errors: elsewhere },
  );
}
