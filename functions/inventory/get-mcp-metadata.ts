import { bindBody } from "#shared/edge/bind.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { getMcpMetadata } from "#shared/use-cases/inventory/get-mcp-metadata.ts";

export const handler = bindBody(mcpRoutes.getMcpMetadata)(() => getMcpMetadata());
