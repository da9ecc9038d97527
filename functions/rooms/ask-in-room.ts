import { bindBody } from "#shared/edge/bind.ts";
import { enteringGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { askInRoom } from "#shared/use-cases/rooms/ask-in-room.ts";

export const handler = bindBody(
  roomLinkRoutes.askInRoom,
  enteringGuard(),
)(({ guarded: room, body, now }) => askInRoom(room, body, now));
