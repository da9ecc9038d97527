import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { startDiscoveryRun, wantedIn } from "#shared/use-cases/discovery/start-discovery-run.ts";

export const handler = bind(
  discoveryRoutes.startDiscoveryRun,
  ownConnection,
)(async ({ guarded: connection, body, principal, now }) => {
  const actor = { actorUserId: principal.userId };
  const { isNew, run } = await startDiscoveryRun(connection, wantedIn(body), actor, now);
  return isNew ? { status: 202, body: run } : { status: 200, body: run };
});
