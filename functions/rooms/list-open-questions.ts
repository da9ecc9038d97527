import { bindList } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { listOpenQuestions } from "#shared/use-cases/rooms/list-open-questions.ts";

export const handler = bindList(roomRoutes.listOpenQuestions)(async ({ query }) => {
  const { items, nextCursor } = await listOpenQuestions(query);
  return { status: 200, body: { items, next_cursor: nextCursor } };
});
