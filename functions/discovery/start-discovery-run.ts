import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { startDiscoveryRun } from "#shared/use-cases/discovery/start-discovery-run.ts";

export const handler = bind(
  discoveryRoutes.startDiscoveryRun,
  ownConnection,
)(async ({ guarded: connection, principal, now }) => {
  const { isNew, run } = await startDiscoveryRun(
    connection,
    { actorUserId: principal.userId },
    now,
  );
  return isNew ? { status: 202, body: run } : { status: 200, body: run };
});
