import { bind } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";
import { getConsoleConfig, signInOrigins } from "#shared/use-cases/console/get-console-config.ts";
import { consoleFile } from "./page/console-file.ts";
import { consolePage } from "./page/console-page.ts";

/**
 * Serves the console at all of its addresses, so that each screen can be deep-linked; below
 * assets/, its files under content-hashed names.
 */
export const handler = bind(consoleRoutes.openConsole)(async ({ params, headers }) => {
  const { proxy = "" } = params;
  if (proxy.startsWith("assets/")) {
    return consoleFile(proxy.slice("assets/".length), headers["accept-encoding"]);
  }
  const config = getConsoleConfig();
  return consolePage(config, signInOrigins(config), headers);
});
