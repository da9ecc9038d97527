import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as clearanceSystemsRoutes from "#shared/routes/table/clearance-systems.ts";
import { patchSystemsGate } from "#shared/use-cases/clearance/patch-systems-gate.ts";

export const handler = bindTenant(clearanceSystemsRoutes.patchSystemsGate)(
  ({ body, principal, now }) => patchSystemsGate(body, principal, now),
);
