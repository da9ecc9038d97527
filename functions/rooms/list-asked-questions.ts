import { bindList } from "#shared/edge/bind-list.ts";
import { inRoom, roomGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listAskedQuestions } from "#shared/use-cases/rooms/list-asked-questions.ts";

export const handler = bindList(
  roomLinkRoutes.listAskedQuestions,
  roomGuard(),
)((call) =>
  inRoom(
    call,
    () => import("./page/room-page.ts"),
    async (room) => ({ status: 200 as const, body: await listAskedQuestions(room, call.query) }),
  ),
);
