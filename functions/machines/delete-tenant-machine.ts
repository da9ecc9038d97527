import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { deleteMachine } from "#shared/use-cases/machines/delete-machine.ts";

export const handler = bindTenant(machineRoutes.deleteTenantMachine)(
  ({ params, principal, caller }) => {
    const { machine_id: id } = params;
    return deleteMachine({ owner: principal.tenantId, id, ...caller });
  },
);
