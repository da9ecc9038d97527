import { bindBody } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { updateConnection } from "#shared/use-cases/connections/update-connection.ts";

export const handler = bindBody(
  connectionRoutes.updateConnection,
  ownConnection,
)(({ guarded: connection, body, principal, now }) =>
  updateConnection({ connection, edit: body, userId: principal.userId, now }),
);
