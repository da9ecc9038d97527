import { bindList } from "#shared/edge/bind-list.ts";
import { aboutRoom, inRoom, roomGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listRoomFrameworks } from "#shared/use-cases/rooms/list-room-frameworks.ts";

export const handler = bindList(
  roomLinkRoutes.listRoomFrameworks,
  roomGuard(),
)((call) =>
  inRoom(
    call,
    () => import("./page/room-page.ts"),
    async (room) => ({
      status: 200 as const,
      body: await listRoomFrameworks(room, call.query),
      headers: aboutRoom(room),
    }),
  ),
);
