import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

async function approvedBook(system: ScenarioSystem): Promise<string> {
  const { token, frameworkId } = await commission(system);
  const link = `/counsel/review/${token}`;
  await expectStatus(system.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
  return frameworkId;
}

const ids = ["rule.a", "rule.b", "rule.c"];

export const clearanceScenarios = {
  askClearance: async (system) => {
    const framework_id = await approvedBook(system);
    const question = { framework_id, use_case_ids: ids };
    return () => saying(system.admin("POST", "/clearance", question), { cleared: true });
  },
  getClearance: async (system) => {
    const framework_id = await approvedBook(system);
    const path = `/clearance?framework_id=${framework_id}&use_case_ids=${ids.join(",")}`;
    return () => saying(system.admin("GET", path), { cleared: true });
  },
} satisfies Scenarios;
