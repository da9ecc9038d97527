import { bind } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";
import { signInConfig } from "#shared/use-cases/console/sign-in-config.ts";

export const handler = bind(consoleRoutes.getConsoleConfig)(async () => ({
  status: 200,
  body: signInConfig(),
  headers: { "cache-control": "no-store" },
}));
