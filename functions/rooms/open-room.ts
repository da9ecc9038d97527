import { bind } from "#shared/edge/bind.ts";
import * as roomPageRoutes from "#shared/routes/table/room-page.ts";
import { roomPage } from "./page/room-page.ts";

export const handler = bind(roomPageRoutes.openRoom)(async ({ headers }) =>
  roomPage(headers["accept-encoding"]),
);
