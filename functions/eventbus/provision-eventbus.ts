import { bind } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { provisionBus } from "#shared/use-cases/eventbus/provision-bus.ts";

export const handler = bind(eventbusRoutes.provisionEventbus)(
  async ({ params, principal, now }) => {
    const { connection_id: connectionId } = params;
    const body = await provisionBus({ connectionId, actorUserId: principal.userId, now });
    return { status: 200, body };
  },
);
