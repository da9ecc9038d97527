import { bind } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { deprovisionEventbus } from "#shared/use-cases/eventbus/deprovision-eventbus.ts";

export const handler = bind(eventbusRoutes.deprovisionEventbus)(async ({ params, caller }) => {
  const { connection_id: connectionId } = params;
  await deprovisionEventbus({ connectionId, ...caller });
  return { status: 200, body: { status: "deprovisioned" } };
});
