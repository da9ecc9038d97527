import { bind } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { provisionEventbus } from "#shared/use-cases/eventbus/provision-eventbus.ts";

export const handler = bind(eventbusRoutes.provisionEventbus)(
  async ({ params, principal, now }) => {
    const { connection_id: connectionId } = params;
    const body = await provisionEventbus({ connectionId, actorUserId: principal.userId, now });
    return { status: 200, body };
  },
);
