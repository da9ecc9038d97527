import { bindList } from "#shared/edge/bind-list.ts";
import { inRoom, roomGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listRoomReviews } from "#shared/use-cases/rooms/list-room-reviews.ts";

export const handler = bindList(
  roomLinkRoutes.listRoomReviews,
  roomGuard(),
)((call) =>
  inRoom(
    call,
    () => import("./page/room-page.ts"),
    async (room) => ({
      status: 200 as const,
      body: await listRoomReviews(room, call.query, call.now),
    }),
  ),
);
