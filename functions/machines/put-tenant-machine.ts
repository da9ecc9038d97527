import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { putMachine } from "#shared/use-cases/machines/put-machine.ts";

export const handler = bindBody(
  machineRoutes.putTenantMachine,
  knownTenant,
)(({ params, body, principal, now }) =>
  putMachine({
    owner: principal.tenantId,
    id: params.machine_id,
    content: { ...body, framework_ids: body.framework_ids ?? [] },
    actorUserId: principal.userId,
    now,
  }),
);
