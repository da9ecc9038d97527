import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as overviewRoutes from "#shared/routes/table/overview.ts";
import { getTenantOverview } from "#shared/use-cases/console/get-tenant-overview.ts";

export const handler = bindTenant(overviewRoutes.getTenantOverview)(({ principal, now }) =>
  getTenantOverview(principal.tenantId, principal.orgRole === "admin", now),
);
