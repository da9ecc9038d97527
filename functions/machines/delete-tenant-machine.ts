import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { deleteMachine } from "#shared/use-cases/machines/delete-machine.ts";

export const handler = bind(
  machineRoutes.deleteTenantMachine,
  knownTenant,
)(async ({ params, principal, now }) => {
  const { machine_id: id } = params;
  await deleteMachine({ owner: principal.tenantId, id, actorUserId: principal.userId, now });
  return { status: 204 };
});
