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
    async (room) => {
      const { items, nextCursor } = await listRoomFrameworks(room, call.query);
      return {
        status: 200 as const,
        body: { items, next_cursor: nextCursor },
        headers: aboutRoom(room),
      };
    },
  ),
);
