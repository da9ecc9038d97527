import { bind } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";
import { signInConfig, signInOrigins } from "#shared/use-cases/console/sign-in-config.ts";
import { consoleFile } from "./page/console-file.ts";
import { consolePage } from "./page/console-page.ts";

/**
 * The console under every address of its own, so that each screen is a deep link; below assets/ its
 * files, by names that hold their hash.
 */
export const handler = bind(consoleRoutes.openConsole)(async ({ params, headers }) => {
  const { proxy = "" } = params;
  if (proxy.startsWith("assets/")) {
    return consoleFile(proxy.slice("assets/".length), headers["accept-encoding"]);
  }
  const config = signInConfig();
  return consolePage(config, signInOrigins(config), headers);
});
