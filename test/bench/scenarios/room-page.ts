import type { Scenarios } from "./scenario.ts";

export const roomPageScenarios = {
  openRoom: async (system) => () => system.api()("GET", "/room/any-token"),
  headRoom: async (system) => () => system.api()("HEAD", "/room/any-token"),
  getRoomFile: async (system) => {
    const { text } = await system.api()("GET", "/room/any-token");
    const file = /\/room-files\/[\w.-]+/.exec(text)?.[0] ?? "";
    return () => system.api()("GET", file);
  },
} satisfies Scenarios;
