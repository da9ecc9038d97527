import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { patchTenantMcp } from "#shared/use-cases/inventory/patch-tenant-mcp.ts";

export const handler = bindBody(
  mcpRoutes.patchTenantMcp,
  knownTenant,
)(({ body, principal, now }) => patchTenantMcp(body.enabled, principal, now));
