import { bind } from "#shared/edge/bind.ts";
import { inRoom, roomGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { getRoomRule, getRoomWording } from "#shared/use-cases/rooms/get-room-rule.ts";

export const handler = bind(
  roomLinkRoutes.getRoomRule,
  roomGuard(),
)((call) =>
  inRoom(
    call,
    () => import("./page/room-page.ts"),
    async (room) => {
      const { params, query, now } = call;
      const body =
        query.on === undefined
          ? await getRoomRule(room, params, now)
          : await getRoomWording(room, params, query.on, now);
      return { status: 200 as const, body };
    },
  ),
);
