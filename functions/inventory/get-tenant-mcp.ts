import { bind } from "#shared/edge/bind.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { getTenantMcp } from "#shared/use-cases/inventory/get-tenant-mcp.ts";

export const handler = bind(mcpRoutes.getTenantMcp)(async ({ principal }) => ({
  status: 200,
  body: await getTenantMcp(principal.tenantId),
}));
