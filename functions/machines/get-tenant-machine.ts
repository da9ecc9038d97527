import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bind(
  machineRoutes.getTenantMachine,
  knownTenant,
)(async ({ params, principal }) => ({
  status: 200,
  body: await getMachine(principal.tenantId, params.machine_id),
}));
