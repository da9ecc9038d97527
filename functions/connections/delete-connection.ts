import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { deleteConnection } from "#shared/use-cases/connections/delete-connection.ts";

export const handler = bind(
  connectionRoutes.deleteConnection,
  ownConnection,
)(async ({ guarded: connection, principal, now }) => {
  await deleteConnection({ connection, userId: principal.userId, now });
  return { status: 204 };
});
