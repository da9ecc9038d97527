import { bind } from "#shared/edge/bind.ts";
import * as roomPageRoutes from "#shared/routes/table/room-page.ts";
import { roomFile } from "./page/room-file.ts";

export const handler = bind(roomPageRoutes.getRoomFile)(async ({ params, headers }) =>
  roomFile(params.name, headers["accept-encoding"]),
);
