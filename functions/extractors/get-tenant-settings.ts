import { bindBody } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { getTenantSettings } from "#shared/use-cases/extractors/get-tenant-settings.ts";

export const handler = bindBody(extractorRoutes.getTenantSettings)(({ principal }) =>
  getTenantSettings(principal),
);
