import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { deleted } from "#shared/domain/connections/transitions.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { dropRefreshToken } from "#shared/platform/secrets/refresh-tokens.ts";
import { removeConnection } from "#shared/store/connection-claims.ts";
import { holdsInstallation } from "#shared/store/installations.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { announceEvent } from "#shared/use-cases/webhooks/announce-event.ts";

interface Disconnecting {
  connection: ConnectionRecord;
  userId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/**
 * Deletes a connection. What it found counts as retired from then on, and its runs stay (contract).
 * @throws DomainError `not_found`, `eventbus_provisioned`
 */
export async function deleteConnection(disconnecting: Disconnecting): Promise<void> {
  const { connection, userId, now } = disconnecting;
  const row = auditRow(deleted(connection, { actorUserId: userId, rowId: randomUUID(), at: now }));
  await retryOnConflict(null, async (): Promise<Attempt<null, void>> => {
    // The secret first: a retry after an interruption still finds the connection that names it.
    if (connection.subtype === "oauth_refresh") await dropRefreshToken(connection.id);
    const holdsClaim = await holdsInstallation(connection);
    const outcome = await removeConnection(connection, row, holdsClaim);
    if (outcome.committed) return { done: undefined };
    if (!outcome.failed.has("connection")) return { conflict: null };
    if (outcome.failed.get("connection") === null) throw noSuch("connection");
    throw new DomainError("eventbus_provisioned", "Deprovision the event bus first.");
  });
  await announceEvent(row);
}
