import { bindRoomList } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listRoomReviews } from "#shared/use-cases/rooms/list-room-reviews.ts";

export const handler = bindRoomList(
  roomLinkRoutes.listRoomReviews,
  () => import("./page/room-page.ts"),
  async (room, call) => ({
    status: 200 as const,
    body: await listRoomReviews(room, call.query),
  }),
);
