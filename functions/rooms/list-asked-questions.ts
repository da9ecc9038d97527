import { bindRoomList } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listAskedQuestions } from "#shared/use-cases/rooms/list-asked-questions.ts";

export const handler = bindRoomList(
  roomLinkRoutes.listAskedQuestions,
  () => import("./page/room-page.ts"),
  async (room, call) => ({
    status: 200 as const,
    body: await listAskedQuestions(room, call.query),
  }),
);
