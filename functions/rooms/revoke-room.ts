import { bindBody } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { revokeRoom } from "#shared/use-cases/rooms/revoke-room.ts";

export const handler = bindBody(roomRoutes.revokeRoom)(({ params, principal, now }) =>
  revokeRoom(params.id, principal.userId, now),
);
