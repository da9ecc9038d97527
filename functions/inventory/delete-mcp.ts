import { bind } from "#shared/edge/bind.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { refuseMethod } from "#shared/use-cases/inventory/refuse-method.ts";

export const handler = bind(mcpRoutes.deleteMcp)(async () => refuseMethod());
