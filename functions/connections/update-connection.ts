import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { editConnection } from "#shared/use-cases/connections/edit-connection.ts";

export const handler = bind(
  connectionRoutes.updateConnection,
  ownConnection,
)(async ({ guarded: connection, body, principal, now }) => ({
  status: 200,
  body: await editConnection({ connection, edit: body, userId: principal.userId, now }),
}));
