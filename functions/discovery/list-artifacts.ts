import { bindPage } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listArtifacts } from "#shared/use-cases/discovery/list-artifacts.ts";

export const handler = bindPage(
  discoveryRoutes.listArtifacts,
  knownTenant,
)(({ query, principal }) => listArtifacts(principal.tenantId, query));
