import { alone, type Scenarios } from "./scenario.ts";

export const serviceScenarios = {
  getHealth: alone(),
  openDocs: alone(),
  getOpenapi: alone(),
  runCanary: alone(),
  preflight: alone({ params: { proxy: "health" } }),
} satisfies Scenarios;
