import { bindList } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { listRoomQuestions } from "#shared/use-cases/rooms/list-room-questions.ts";

export const handler = bindList(roomRoutes.listRoomQuestions)(async ({ params, query }) => {
  const { items, nextCursor } = await listRoomQuestions(params.id, query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
