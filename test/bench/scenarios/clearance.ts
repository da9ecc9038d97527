import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

async function approvedBook(system: ScenarioSystem): Promise<string> {
  const { token, frameworkId } = await commission(system);
  const link = `/counsel/review/${token}`;
  await expectStatus(system.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
  return frameworkId;
}

const ids = ["rule.a", "rule.b", "rule.c"];
const PIPELINE = "/admin/clearance/pipelines/bench";

/** A pipeline that may ask about an approved book. */
async function pipeline(system: ScenarioSystem) {
  const framework_id = await approvedBook(system);
  const content = {
    display_name: "Bench",
    issuer: system.ci.url,
    audience: "countersign",
    claims: { repository_id: "1001" },
    framework_ids: [framework_id],
  };
  await expectStatus(system.admin("PUT", PIPELINE, content), 200);
  return { framework_id, content };
}

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
  putPipeline: async (system) => {
    const { content } = await pipeline(system);
    return () => system.admin("PUT", PIPELINE, { ...content, display_name: "Renamed" });
  },
  listPipelines: async (system) => {
    await pipeline(system);
    return () => saying(system.admin("GET", "/admin/clearance/pipelines"), { next_cursor: null });
  },
  getPipeline: async (system) => {
    await pipeline(system);
    return () => saying(system.admin("GET", PIPELINE), { id: "bench" });
  },
  deletePipeline: async (system) => {
    await pipeline(system);
    return () => system.admin("DELETE", PIPELINE);
  },
  askFromPipeline: async (system) => {
    const { framework_id } = await pipeline(system);
    const token = await system.ci.token();
    const question = { framework_id, use_case_ids: ids };
    return () =>
      saying(system.api(token)("POST", "/clearance/pipeline", question), { cleared: true });
  },
  getClearanceKeys: async (system) => {
    await system.admin("POST", "/admin/setup/clearance-key/provision-key");
    return () => system.api()("GET", "/clearance/keys");
  },
  provisionClearanceKey: async (system) => () =>
    system.admin("POST", "/admin/setup/clearance-key/provision-key"),
  rotateClearanceKey: async (system) => {
    await system.admin("POST", "/admin/setup/clearance-key/provision-key");
    return () => system.admin("POST", "/admin/setup/clearance-key/rotate-key");
  },
  getClearanceCheck: async (system) => () => system.api()("GET", "/clearance/check.mjs"),
} satisfies Scenarios;
