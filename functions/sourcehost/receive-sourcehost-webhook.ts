import { bind } from "#shared/edge/bind.ts";
import * as sourcehostRoutes from "#shared/routes/table/sourcehost.ts";
import { receiveDelivery } from "#shared/use-cases/sourcehost/receive-delivery.ts";

export const handler = bind(sourcehostRoutes.receiveSourcehostWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const receipt = await receiveDelivery({ tenant: params.tenant_id, headers, rawBody, now });
    if (receipt.status === "duplicate") {
      return { status: 200, body: { status: receipt.status, delivery_id: receipt.delivery_id } };
    }
    return { status: 202, body: receipt };
  },
);
