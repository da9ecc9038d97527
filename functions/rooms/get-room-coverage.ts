import { bindRoom } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { getRoomCoverage } from "#shared/use-cases/rooms/get-room-coverage.ts";

export const handler = bindRoom(
  roomLinkRoutes.getRoomCoverage,
  () => import("./page/room-page.ts"),
  async (room, call) => {
    const { framework_id, as_of } = call.query;
    const body = await getRoomCoverage(room, framework_id, as_of ?? null, call.now);
    return { status: 200 as const, body };
  },
);
