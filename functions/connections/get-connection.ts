import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { getConnection } from "#shared/use-cases/connections/get-connection.ts";

export const handler = bind(
  connectionRoutes.getConnection,
  ownConnection,
)(async ({ guarded: connection, now }) => ({
  status: 200,
  body: await getConnection(connection, now),
}));
