import { newTenant } from "#test/support/tenant-fixture.ts";
import type { Scenarios } from "./scenario.ts";

export const consoleScenarios = {
  openConsole: async (system) => () => system.api()("GET", "/admin/console"),
  getConsoleConfig: async (system) => () => system.api()("GET", "/admin/console/config.json"),
  redirectToConsole: async (system) => () => system.api()("GET", "/"),
  redirectToSetup: async (system) => () => system.api()("GET", "/admin/setup"),
  getOverview: async (system) => () => system.admin("GET", "/admin/overview"),
  getTenantOverview: async (system) => {
    const tenant = await newTenant(system);
    return () => tenant.member("GET", "/tenant/overview");
  },
} satisfies Scenarios;
