import { newTenant } from "#test/support/tenant-fixture.ts";
import { after, alone, type Scenarios } from "./scenario.ts";

export const consoleScenarios = {
  openConsole: alone(),
  getConsoleConfig: alone(),
  redirectToConsole: alone(),
  redirectToSetup: alone(),
  getOverview: alone(),
  getTenantOverview: after(newTenant, ({ member }) => ({ by: member })),
} satisfies Scenarios;
