import { bind } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";
import { getConsoleConfig } from "#shared/use-cases/console/get-console-config.ts";

export const handler = bind(consoleRoutes.getConsoleConfig)(async () => ({
  status: 200,
  body: getConsoleConfig(),
}));
