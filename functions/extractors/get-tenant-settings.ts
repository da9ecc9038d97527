import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { getTenantSettings } from "#shared/use-cases/extractors/get-tenant-settings.ts";

export const handler = bind(extractorRoutes.getTenantSettings)(async ({ principal }) => ({
  status: 200,
  body: await getTenantSettings(principal.tenantId),
}));
