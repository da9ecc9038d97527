import { bind } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { createRoom } from "#shared/use-cases/rooms/create-room.ts";
import { previewRoom } from "#shared/use-cases/rooms/preview-room.ts";

export const handler = bind(roomRoutes.createRoom)(async ({ query, body, principal, now }) =>
  query.dry_run === "true"
    ? { status: 200, body: await previewRoom(body) }
    : { status: 201, body: await createRoom({ ...body, createdBy: principal.userId, now }) },
);
