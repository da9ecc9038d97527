import { bindPage } from "#shared/edge/bind-list.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listAllDiscoveryRuns } from "#shared/use-cases/discovery/list-all-discovery-runs.ts";

export const handler = bindPage(discoveryRoutes.listAllDiscoveryRuns)(({ query }) =>
  listAllDiscoveryRuns(query),
);
