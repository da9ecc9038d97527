import { bindPage } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { listOpenQuestions } from "#shared/use-cases/rooms/list-open-questions.ts";

export const handler = bindPage(roomRoutes.listOpenQuestions)(({ query, now }) =>
  listOpenQuestions(query, now),
);
