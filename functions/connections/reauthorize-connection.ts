import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { reauthorize } from "#shared/use-cases/connections/reauthorize.ts";

export const handler = bind(
  connectionRoutes.reauthorizeConnection,
  ownConnection,
)(async ({ guarded: connection, body, principal, now }) => ({
  status: 200,
  body: await reauthorize({ connection, offer: body ?? {}, userId: principal.userId, now }),
}));
