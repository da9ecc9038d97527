import { bind } from "#shared/edge/bind.ts";
import * as sourcehostRoutes from "#shared/routes/table/sourcehost.ts";
import { receiveSigned } from "#shared/use-cases/connections/receive-signed.ts";
import { sourcehost } from "#shared/use-cases/sourcehost/channel.ts";

export const handler = bind(sourcehostRoutes.receiveSourcehostWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const arrived = { tenant: params.tenant_id, headers, rawBody, now };
    const receipt = await receiveSigned(sourcehost, arrived);
    return receipt.status === "duplicate"
      ? { status: 200, body: { status: receipt.status, delivery_id: receipt.delivery_id } }
      : { status: 202, body: receipt };
  },
);
