import { alone, type Scenarios } from "./scenario.ts";

const params = { token: "any-token" };

export const roomPageScenarios = {
  openRoom: alone({ params }),
  headRoom: alone({ params }),
  getRoomFile: async (system) => {
    const { text } = await system.api()("GET", "/room/any-token");
    return { params: { name: /\/room-files\/([\w.-]+)/.exec(text)?.[1] ?? "" } };
  },
} satisfies Scenarios;
