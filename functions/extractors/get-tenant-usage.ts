import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { getTenantUsage } from "#shared/use-cases/extractors/get-tenant-usage.ts";

export const handler = bindTenant(extractorRoutes.getTenantUsage)(({ query, principal, now }) =>
  getTenantUsage(principal.tenantId, query.month, now),
);
