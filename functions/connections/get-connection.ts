import { bindBody } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { getConnection } from "#shared/use-cases/connections/get-connection.ts";

export const handler = bindBody(
  connectionRoutes.getConnection,
  ownConnection,
)(({ guarded: connection, now }) => getConnection(connection, now));
