import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as clearanceSystemsRoutes from "#shared/routes/table/clearance-systems.ts";
import { patchSystemsGate } from "#shared/use-cases/clearance/patch-systems-gate.ts";

export const handler = bindBody(
  clearanceSystemsRoutes.patchSystemsGate,
  knownTenant,
)(({ body, principal, now }) => patchSystemsGate(body, principal, now));
