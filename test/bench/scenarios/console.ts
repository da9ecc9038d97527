import type { Scenarios } from "./scenario.ts";

export const consoleScenarios = {
  openConsole: async (system) => () => system.api()("GET", "/admin/console"),
  getConsoleConfig: async (system) => () => system.api()("GET", "/admin/console/config.json"),
} satisfies Scenarios;
