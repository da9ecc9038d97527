import { bind } from "#shared/edge/bind.ts";
import { enteringGuard } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { askInRoom } from "#shared/use-cases/rooms/ask-in-room.ts";

export const handler = bind(
  roomLinkRoutes.askInRoom,
  enteringGuard(),
)(async ({ guarded: room, body, now }) => ({
  status: 201,
  body: await askInRoom(room, body, now),
}));
