import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { putMachine } from "#shared/use-cases/machines/put-machine.ts";

export const handler = bindTenant(machineRoutes.putTenantMachine)(
  ({ params, body, principal, caller }) =>
    putMachine({
      owner: principal.tenantId,
      id: params.machine_id,
      content: { ...body, framework_ids: body.framework_ids ?? [] },
      ...caller,
    }),
);
