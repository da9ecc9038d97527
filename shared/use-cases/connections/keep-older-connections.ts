import { randomUUID } from "node:crypto";
import { auditRow, type NewRow } from "#shared/domain/audit/row.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { refused } from "#shared/domain/connections/transitions.ts";
import { log } from "#shared/platform/log.ts";
import { changeConnection } from "#shared/store/connections.ts";
import { listOlder, readOlderConnections } from "#shared/store/older-connections.ts";
import { tenantPage } from "#shared/store/tenants.ts";
import { moveUpgrade, readUpgrade, type UpgradeProgress } from "#shared/store/upgrades.ts";

const UPGRADE = "connections-listed-and-scheduled";

/** How many tenants are processed between two saves of the walk's progress. */
const TENANTS_AT_ONCE = 20;
/** The most tenants a tick processes; reading a tenant's connections takes one read. */
const MOST_TENANTS = 400;
const RESERVE_MS = 180_000;
/** Functions are replaced one by one: for this long an older one may still create connections. */
const SIDE_BY_SIDE_MS = 10 * 60_000;

/**
 * Connections of version 1.0 are in neither the list of all connections nor the schedule of full
 * runs. From ten minutes after the upgrade, each tick adds those of some tenants to both, until all
 * are there. Every write is conditional and idempotent. A version 1.0 connection whose role was
 * never given waits for its re-authorisation, as one connected today would.
 * @param now ISO 8601 UTC
 */
export async function keepOlderConnections(now: string, remainingMs: () => number): Promise<void> {
  let before = await readUpgrade(UPGRADE);
  if (before.upgraded_at !== null) return;
  if (before.begins_at === null) {
    const begins_at = new Date(Date.parse(now) + SIDE_BY_SIDE_MS).toISOString();
    await moveUpgrade(UPGRADE, before, { ...before, begins_at });
    return;
  }
  if (now < before.begins_at) return;
  let kept = 0;
  let tenants = 0;
  while (before.upgraded_at === null && tenants < MOST_TENANTS && remainingMs() > RESERVE_MS) {
    const { items, nextCursor } = await tenantPage({
      limit: TENANTS_AT_ONCE,
      cursor: before.cursor ?? undefined,
    });
    for (const { id } of items) {
      for (const connection of await readOlderConnections(id)) {
        await keep(connection, now);
        kept += 1;
      }
    }
    tenants += items.length;
    const after: UpgradeProgress = {
      ...before,
      cursor: nextCursor,
      upgraded_at: nextCursor === null ? now : null,
    };
    // Another tick is further along and does the rest.
    if (!(await moveUpgrade(UPGRADE, before, after))) break;
    before = after;
  }
  if (tenants > 0) log("info", "older_connections_kept", { tenants, kept });
}

async function keep(connection: ConnectionRecord, now: string): Promise<void> {
  const { subtype } = connection;
  if (subtype === "assume_role" && connection.role_arn === null) {
    const change = refused(connection, { actorUserId: null, rowId: randomUUID(), at: now });
    if (change !== null) {
      const row = auditRow(change.row as NewRow<"connection.needs_reauthorization">);
      await changeConnection(connection, change.after, row);
    }
  }
  // Last, since a listed connection is not looked at again.
  await listOlder(connection);
}
