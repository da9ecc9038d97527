import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import { dropRefreshToken } from "#shared/platform/secrets/refresh-tokens.ts";
import { connectionRoutes } from "#shared/routes/table/connections.ts";
import { deleteConnection } from "#shared/store/connections.ts";

export const handler = bind(
  connectionRoutes.deleteConnection,
  ownConnection,
)(async ({ guarded: connection, principal, now }) => {
  // The secret first: a repeat of an interrupted call still finds the connection that names it.
  if (connection.secret_ref !== "") await dropRefreshToken(connection.id);
  const { id, provider, subtype, display_name } = connection;
  const outcome = await deleteConnection(
    connection,
    auditRow({
      action: "connection.deleted",
      resourceId: id,
      tenantId: principal.tenantId,
      actorUserId: principal.userId,
      context: { connection_id: id, provider, subtype, display_name },
      id: randomUUID(),
      at: now,
    }),
  );
  if (outcome.committed) return { status: 204 };
  const standing = outcome.failed.get("connection");
  if (standing == null) throw new DomainError("not_found", "There is no such connection.");
  throw new DomainError("eventbus_provisioned", "Deprovision the event bus first.");
});
