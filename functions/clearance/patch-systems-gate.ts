import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as clearanceSystemsRoutes from "#shared/routes/table/clearance-systems.ts";
import { patchSystemsGate } from "#shared/use-cases/clearance/patch-systems-gate.ts";

export const handler = bind(
  clearanceSystemsRoutes.patchSystemsGate,
  knownTenant,
)(async ({ body, principal, now }) => ({
  status: 200,
  body: await patchSystemsGate(body, principal, now),
}));
