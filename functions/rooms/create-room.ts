import { bind } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { createRoom } from "#shared/use-cases/rooms/create-room.ts";

export const handler = bind(roomRoutes.createRoom)(async ({ body, principal, now }) => ({
  status: 201,
  body: await createRoom({ ...body, createdBy: principal.userId, now }),
}));
