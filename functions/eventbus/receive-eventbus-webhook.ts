import { bind } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { receiveSigned } from "#shared/use-cases/connections/receive-signed.ts";
import { eventbus } from "#shared/use-cases/eventbus/channel.ts";

export const handler = bind(eventbusRoutes.receiveEventbusWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const arrived = { tenant: params.tenant_id, headers, rawBody, now };
    const receipt = await receiveSigned(eventbus, arrived);
    return receipt.status === "duplicate"
      ? { status: 200, body: { status: receipt.status, delivery_id: receipt.delivery_id } }
      : { status: 202, body: receipt };
  },
);
