import { aboutRoom, bindRoomList } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listRoomFrameworks } from "#shared/use-cases/rooms/list-room-frameworks.ts";

export const handler = bindRoomList(
  roomLinkRoutes.listRoomFrameworks,
  () => import("./page/room-page.ts"),
  async (room, call) => ({
    status: 200 as const,
    body: await listRoomFrameworks(room, call.query),
    headers: aboutRoom(room),
  }),
);
