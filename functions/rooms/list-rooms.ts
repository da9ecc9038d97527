import { bindList } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { listRooms } from "#shared/use-cases/rooms/list-rooms.ts";

export const handler = bindList(roomRoutes.listRooms)(async ({ query, now }) => {
  const { items, nextCursor } = await listRooms(query, now);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
