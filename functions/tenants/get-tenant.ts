import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { tenantRoutes } from "#shared/routes/table/tenants.ts";
import { getTenant } from "#shared/store/tenants.ts";

export const handler = bind(tenantRoutes.getTenant)(async ({ params }) => {
  const tenant = await getTenant(params.tenant_id);
  if (tenant === null) throw new DomainError("not_found", "There is no such tenant.");
  return { status: 200, body: tenant };
});
