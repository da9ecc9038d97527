import type { Scenarios } from "./scenario.ts";

export const serviceScenarios = {
  getHealth: async (system) => () => system.api()("GET", "/health"),
  openDocs: async (system) => () => system.api()("GET", "/docs"),
  getOpenapi: async (system) => () => system.api()("GET", "/openapi.json"),
  runCanary: async (system) => () => system.api()("POST", "/_local/schedules/canary/run"),
  preflight: async (system) => () => system.api()("OPTIONS", "/health"),
} satisfies Scenarios;
