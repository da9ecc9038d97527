import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { disconnect } from "#shared/use-cases/connections/disconnect.ts";

export const handler = bind(
  connectionRoutes.deleteConnection,
  ownConnection,
)(async ({ guarded: connection, principal, now }) => {
  await disconnect({ connection, userId: principal.userId, now });
  return { status: 204 };
});
