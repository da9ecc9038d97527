import { randomUUID } from "node:crypto";
import type { NewRow } from "#shared/domain/audit/row.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { ErrorCode } from "#shared/domain/errors.ts";

/** The audit row of a new connection. */
export const connectionCreated = (
  connection: ConnectionRecord,
  userId: string,
): NewRow<"connection.created"> => ({
  action: "connection.created",
  resourceId: connection.id,
  tenantId: connection.tenant_id,
  actorUserId: userId,
  context: {
    connection_id: connection.id,
    provider: connection.provider,
    subtype: connection.subtype,
    display_name: connection.display_name,
    remote_tenant_id: connection.remote_tenant_id,
    installation_id: connection.installation_id,
  },
  id: randomUUID(),
  at: connection.created_at,
});

/** What the caller is told when a uniqueness stands against a new connection. */
export const refusals: Partial<Record<ErrorCode, string>> = {
  installation_already_connected: "This installation is already connected.",
  eventbus_connection_exists: "The tenant already has an eventbus connection.",
  connection_exists: "The tenant already has a connection with this audience and account.",
};
