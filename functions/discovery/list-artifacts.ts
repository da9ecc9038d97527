import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as discoveryRoutes from "#shared/routes/table/discovery.ts";
import { listArtifacts } from "#shared/use-cases/discovery/list-artifacts.ts";

export const handler = bindTenantPage(discoveryRoutes.listArtifacts)(({ query, principal }) =>
  listArtifacts(principal.tenantId, query),
);
