import { bind } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";

export const handler = bind(consoleRoutes.redirectToConsole)(async () => ({
  status: 303,
  headers: { location: "/admin/console" },
}));
