import { bindList } from "#shared/edge/bind-list.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listAllRuns } from "#shared/use-cases/discovery/list-all-runs.ts";

export const handler = bindList(discoveryRoutes.listAllDiscoveryRuns)(async ({ query }) => {
  const { items, nextCursor } = await listAllRuns(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
