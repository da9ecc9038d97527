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
    async (room) => {
      const { items, nextCursor } = await listAskedQuestions(room, call.query);
      return { status: 200 as const, body: { items, next_cursor: nextCursor } };
    },
  ),
);
