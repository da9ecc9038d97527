import { bindPage } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { getRoomAudit } from "#shared/use-cases/rooms/get-room-audit.ts";

export const handler = bindPage(roomRoutes.getRoomAudit)(({ params, query }) =>
  getRoomAudit(params.id, query),
);
