import { bind } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { deprovisionBus } from "#shared/use-cases/eventbus/deprovision-bus.ts";

export const handler = bind(eventbusRoutes.deprovisionEventbus)(
  async ({ params, principal, now }) => {
    const { connection_id: connectionId } = params;
    await deprovisionBus({ connectionId, actorUserId: principal.userId, now });
    return { status: 200, body: { status: "deprovisioned" } };
  },
);
