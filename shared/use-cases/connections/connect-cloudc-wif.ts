import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import { newWifConnection } from "#shared/domain/connections/new-connection.ts";
import { created } from "#shared/domain/connections/transitions.ts";
import type { WifRequest } from "#shared/domain/connections/wif-connect.ts";
import { putNewConnection } from "#shared/store/connection-claims.ts";
import { refusal } from "./refuse-connection.ts";
import { showNew } from "./show-connection.ts";

interface Connecting {
  request: WifRequest;
  tenantId: string;
  userId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/**
 * Connects cloud-c without any secret. Only names are stored, and the customer's cloud checks them.
 * @throws DomainError `connection_exists`
 */
export async function connectCloudcWif(connecting: Connecting) {
  const { request, tenantId, userId, now } = connecting;
  const made = { id: randomUUID(), tenant_id: tenantId, created_at: now };
  const connection = newWifConnection(request, made);
  const { row } = created(connection, { actorUserId: userId, rowId: randomUUID(), at: now });
  const creation = await putNewConnection(connection, auditRow(row));
  if (!creation.created) throw refusal(creation.refusal);
  return showNew(connection);
}
