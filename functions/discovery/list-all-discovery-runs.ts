import { bindList } from "#shared/edge/bind-list.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listAllDiscoveryRuns } from "#shared/use-cases/discovery/list-all-discovery-runs.ts";

export const handler = bindList(discoveryRoutes.listAllDiscoveryRuns)(async ({ query }) => {
  const { items, nextCursor } = await listAllDiscoveryRuns(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
