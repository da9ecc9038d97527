import { bind } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { receiveEvent } from "#shared/use-cases/eventbus/receive-event.ts";

export const handler = bind(eventbusRoutes.receiveEventbusWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const receipt = await receiveEvent({ tenant: params.tenant_id, headers, rawBody, now });
    if (receipt.status === "duplicate") {
      return { status: 200, body: { status: receipt.status, delivery_id: receipt.delivery_id } };
    }
    return { status: 202, body: receipt };
  },
);
