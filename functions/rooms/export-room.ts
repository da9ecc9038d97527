import { bindList } from "#shared/edge/bind-list.ts";
import { inRoom, roomGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { exportRoom } from "#shared/use-cases/rooms/export-room.ts";

export const handler = bindList(
  roomLinkRoutes.exportRoom,
  roomGuard(),
)((call) =>
  inRoom(
    call,
    () => import("./page/room-page.ts"),
    async (room) => {
      return { status: 200 as const, body: await exportRoom(room, call.query.cursor) };
    },
    { action: "room.bundle_downloaded", context: {} },
  ),
);
