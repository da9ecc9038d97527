import { bindRoomList } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { listRoomRules } from "#shared/use-cases/rooms/list-room-rules.ts";

export const handler = bindRoomList(
  roomLinkRoutes.listRoomRules,
  () => import("./page/room-page.ts"),
  async (room, call) => {
    const { limit, cursor, ...filters } = call.query;
    const body = await listRoomRules(room, filters, { limit, cursor }, call.now);
    return { status: 200 as const, body };
  },
);
