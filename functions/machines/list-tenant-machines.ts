import { bindPage } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindPage(
  machineRoutes.listTenantMachines,
  knownTenant,
)(({ query, principal }) => listMachines(principal.tenantId, query));
