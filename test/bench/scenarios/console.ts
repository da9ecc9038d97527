import type { Scenarios } from "./scenario.ts";

export const consoleScenarios = {
  openConsole: async (system) => () => system.api()("GET", "/admin/console"),
  getConsoleConfig: async (system) => () => system.api()("GET", "/admin/console/config.json"),
  redirectToConsole: async (system) => () => system.api()("GET", "/"),
  redirectToSetup: async (system) => () => system.api()("GET", "/admin/setup"),
} satisfies Scenarios;
