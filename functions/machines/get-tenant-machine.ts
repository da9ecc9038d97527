import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bindTenant(machineRoutes.getTenantMachine)(({ params, principal }) =>
  getMachine(principal.tenantId, params.machine_id),
);
