import { bindRoom } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { getRoomRule, getRoomWording } from "#shared/use-cases/rooms/get-room-rule.ts";

export const handler = bindRoom(
  roomLinkRoutes.getRoomRule,
  () => import("./page/room-page.ts"),
  async (room, call) => {
    const { params, query, now } = call;
    const body =
      query.on === undefined
        ? await getRoomRule(room, params, now)
        : await getRoomWording(room, params, query.on, now);
    return { status: 200 as const, body };
  },
);
