import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { patchTenantMcp } from "#shared/use-cases/inventory/patch-tenant-mcp.ts";

export const handler = bind(
  mcpRoutes.patchTenantMcp,
  knownTenant,
)(async ({ body, principal, now }) => ({
  status: 200,
  body: await patchTenantMcp(body.enabled, principal, now),
}));
