import { bindBody } from "#shared/edge/bind.ts";
import * as consoleRoutes from "#shared/routes/table/console.ts";
import { getConsoleConfig } from "#shared/use-cases/console/get-console-config.ts";

export const handler = bindBody(consoleRoutes.getConsoleConfig)(() => getConsoleConfig());
