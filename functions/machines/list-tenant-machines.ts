import { bindList } from "#shared/edge/bind-list.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindList(
  machineRoutes.listTenantMachines,
  knownTenant,
)(async ({ query, principal }) => ({
  status: 200,
  body: await listMachines(principal.tenantId, query),
}));
