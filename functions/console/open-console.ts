import { bind } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";
import { getConsoleConfig, signInOrigins } from "#shared/use-cases/console/get-console-config.ts";
import { consolePage } from "./page/console-page.ts";

/**
 * Serves the console at all of its addresses, so that each screen can be deep-linked; below
 * assets/, its files under content-hashed names, which the page itself does not need.
 */
export const handler = bind(consoleRoutes.openConsole)(async ({ params, headers }) => {
  const { proxy = "" } = params;
  if (proxy.startsWith("assets/")) {
    const { consoleFile } = await import("./page/console-file.ts");
    return consoleFile(proxy.slice("assets/".length), headers["accept-encoding"]);
  }
  const config = getConsoleConfig();
  return consolePage(config, signInOrigins(config), headers);
});
