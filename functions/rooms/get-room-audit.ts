import { bindList } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { getRoomAudit } from "#shared/use-cases/rooms/get-room-audit.ts";

export const handler = bindList(roomRoutes.getRoomAudit)(async ({ params, query }) => {
  const { items, nextCursor } = await getRoomAudit(params.id, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
