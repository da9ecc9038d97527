import { bindBody } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { getRoom } from "#shared/use-cases/rooms/get-room.ts";

export const handler = bindBody(roomRoutes.getRoom)(({ params, now }) => getRoom(params.id, now));
