import { bindBody } from "#shared/edge/bind.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { getTenantMcp } from "#shared/use-cases/inventory/get-tenant-mcp.ts";

export const handler = bindBody(mcpRoutes.getTenantMcp)(({ principal }) =>
  getTenantMcp(principal.tenantId),
);
