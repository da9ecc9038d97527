import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import {
  type ConnectBody,
  readConnectRequest,
} from "#shared/domain/connections/connect-request.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { newConnection } from "#shared/domain/connections/new-connection.ts";
import { created } from "#shared/domain/connections/transitions.ts";
import { dropRefreshToken, keepRefreshToken } from "#shared/platform/secrets/refresh-tokens.ts";
import { putNewConnection } from "#shared/store/connection-claims.ts";
import { getAnyConnection } from "#shared/store/connections.ts";
import { getInstallation, putAsked } from "#shared/store/installations.ts";
import { refusal } from "./refuse-connection.ts";
import { showNew } from "./show-connection.ts";

interface Connecting {
  body: ConnectBody;
  tenantId: string;
  userId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/**
 * Connects an environment of a tenant (contract, `POST /connections`).
 * @throws DomainError `installation_already_connected`, `eventbus_connection_exists`, `conflict`
 */
export async function createConnection(connecting: Connecting) {
  const { body, tenantId, userId, now } = connecting;
  const request = readConnectRequest(body);
  const id = randomUUID();
  const made = { id, tenant_id: tenantId, created_at: now };
  const connection = newConnection(request, made, randomUUID());
  const token = request.kind === "oauth_refresh" ? request.refresh_token : null;
  // Writes the secret first: a connection must never name a secret that was not written.
  if (token !== null) await keepRefreshToken(connection, token);
  const row = created(connection, { actorUserId: userId, rowId: randomUUID(), at: now }).row;
  const confirmedAt = await confirmedFor(connection);
  const creation = await putNewConnection(connection, auditRow(row), confirmedAt).catch(
    async (error: unknown) => {
      // The table may have written the connection although its answer was lost.
      if (token !== null && (await getAnyConnection(id)) === null) await dropRefreshToken(id);
      throw error;
    },
  );
  if (creation.created) return showNew(connection);
  if (token !== null) await dropRefreshToken(id);
  if (connection.provider === "sourcehost") {
    await putAsked(connection.installation_id, tenantId, now);
  }
  throw refusal(creation.refusal);
}

/** When a signed delivery confirmed that the installation belongs to this tenant; null: not yet. */
async function confirmedFor(connection: ConnectionRecord): Promise<string | null> {
  if (connection.provider !== "sourcehost") return null;
  const claim = await getInstallation(connection.installation_id);
  return claim?.tenant_id === connection.tenant_id ? claim.confirmed_at : null;
}
