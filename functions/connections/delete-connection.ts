import { bindBody } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { deleteConnection } from "#shared/use-cases/connections/delete-connection.ts";

export const handler = bindBody(
  connectionRoutes.deleteConnection,
  ownConnection,
)(({ guarded: connection, principal, now }) =>
  deleteConnection({ connection, userId: principal.userId, now }),
);
