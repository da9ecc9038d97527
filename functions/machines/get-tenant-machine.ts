import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bindBody(
  machineRoutes.getTenantMachine,
  knownTenant,
)(({ params, principal }) => getMachine(principal.tenantId, params.machine_id));
