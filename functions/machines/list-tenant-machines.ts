import { bindTenantPage } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindTenantPage(machineRoutes.listTenantMachines)(({ query, principal }) =>
  listMachines(principal.tenantId, query),
);
