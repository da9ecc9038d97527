import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import { connectionRoutes } from "#shared/routes/table/connections.ts";
import { redeliver } from "#shared/use-cases/sourcehost/redeliver.ts";

export const handler = bind(
  connectionRoutes.redeliverDelivery,
  ownConnection,
)(async ({ guarded: connection, params, now }) => {
  const { delivery_id } = params;
  await redeliver(connection, delivery_id, now);
  return { status: 202, body: { status: "requested", delivery_id } };
});
