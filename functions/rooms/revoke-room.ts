import { bind } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { revokeRoom } from "#shared/use-cases/rooms/revoke-room.ts";

export const handler = bind(roomRoutes.revokeRoom)(async ({ params, principal, now }) => ({
  status: 200,
  body: await revokeRoom(params.id, principal.userId, now),
}));
