import { bindBody } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { reauthorizeConnection } from "#shared/use-cases/connections/reauthorize-connection.ts";

export const handler = bindBody(
  connectionRoutes.reauthorizeConnection,
  ownConnection,
)(({ guarded: connection, body, principal, now }) =>
  reauthorizeConnection({
    connection,
    offer: body ?? {},
    userId: principal.userId,
    now,
  }),
);
