import { bindRoomList } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { exportRoom } from "#shared/use-cases/rooms/export-room.ts";

export const handler = bindRoomList(
  roomLinkRoutes.exportRoom,
  () => import("./page/room-page.ts"),
  async (room, call) => ({ status: 200 as const, body: await exportRoom(room, call.query.cursor) }),
  () => ({ action: "room.bundle_downloaded", context: {} }),
);
