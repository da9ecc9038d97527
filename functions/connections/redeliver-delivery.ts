import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as deliveryRoutes from "#shared/routes/table/deliveries.ts";
import { redeliverDelivery } from "#shared/use-cases/sourcehost/redeliver-delivery.ts";

export const handler = bind(
  deliveryRoutes.redeliverDelivery,
  ownConnection,
)(async ({ guarded: connection, params, now }) => {
  const { delivery_id } = params;
  await redeliverDelivery(connection, delivery_id, now);
  return { status: 202, body: { status: "requested", delivery_id } };
});
