import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { getTenantUsage } from "#shared/use-cases/extractors/get-tenant-usage.ts";

export const handler = bindBody(
  extractorRoutes.getTenantUsage,
  knownTenant,
)(({ query, principal, now }) => getTenantUsage(principal.tenantId, query.month, now));
