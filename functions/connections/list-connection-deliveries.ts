import { bindPage } from "#shared/edge/bind-list.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as deliveryRoutes from "#shared/routes/table/deliveries.ts";
import { listConnectionDeliveries } from "#shared/use-cases/connections/list-connection-deliveries.ts";

export const handler = bindPage(
  deliveryRoutes.listConnectionDeliveries,
  ownConnection,
)(({ guarded: connection, query }) => listConnectionDeliveries(connection, query));
