import { bindPage } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { getTrail } from "#shared/use-cases/audit/get-trail.ts";

export const handler = bindPage(roomRoutes.getRoomAudit)(({ params, query }) =>
  getTrail("room", params.id, query),
);
