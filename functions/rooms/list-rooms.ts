import { bindPage } from "#shared/edge/bind-list.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { listRooms } from "#shared/use-cases/rooms/list-rooms.ts";

export const handler = bindPage(roomRoutes.listRooms)(({ query, now }) => listRooms(query, now));
