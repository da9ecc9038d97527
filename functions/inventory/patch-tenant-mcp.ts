import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { patchTenantMcp } from "#shared/use-cases/inventory/patch-tenant-mcp.ts";

export const handler = bindTenant(mcpRoutes.patchTenantMcp)(({ body, principal, now }) =>
  patchTenantMcp(body.enabled, principal, now),
);
