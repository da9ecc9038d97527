import { bindPage } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { listRoomQuestions } from "#shared/use-cases/rooms/list-room-questions.ts";

export const handler = bindPage(roomRoutes.listRoomQuestions)(({ params, query }) =>
  listRoomQuestions(params.id, query),
);
