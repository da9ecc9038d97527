import { bind } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { getRoom } from "#shared/use-cases/rooms/get-room.ts";

export const handler = bind(roomRoutes.getRoom)(async ({ params, now }) => ({
  status: 200,
  body: await getRoom(params.id, now),
}));
