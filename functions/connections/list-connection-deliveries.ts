import { bindList } from "#shared/edge/bind-list.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as deliveryRoutes from "#shared/routes/table/deliveries.ts";
import { listConnectionDeliveries } from "#shared/use-cases/connections/list-connection-deliveries.ts";

export const handler = bindList(
  deliveryRoutes.listConnectionDeliveries,
  ownConnection,
)(async ({ guarded: connection, query }) => {
  const { items, nextCursor } = await listConnectionDeliveries(connection, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
