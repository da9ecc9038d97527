import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { decidedReview } from "#test/support/room-fixture.ts";
import { after, alone, type ScenarioSystem, type Scenarios } from "./scenario.ts";

const approvedBook = async (system: ScenarioSystem): Promise<string> =>
  (await decidedReview(system, await commission(system), { decision: "approved" })).frameworkId;

const ids = ["rule.a", "rule.b", "rule.c"];
const params = { pipeline_id: "bench" };
const says = { cleared: true };

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
  await expectStatus(system.admin("PUT", "/admin/clearance/pipelines/bench", content), 200);
  return { framework_id, content };
}

const provisioned = (system: ScenarioSystem) =>
  system.admin("POST", "/admin/setup/clearance-key/provision-key");

export const clearanceScenarios = {
  askClearance: after(approvedBook, (framework_id) => ({
    body: { framework_id, use_case_ids: ids },
    says,
  })),
  getClearance: after(approvedBook, (framework_id) => ({
    query: `framework_id=${framework_id}&use_case_ids=${ids.join(",")}`,
    says,
  })),
  putPipeline: after(pipeline, ({ content }) => ({
    params,
    body: { ...content, display_name: "Renamed" },
  })),
  listPipelines: after(pipeline, () => ({ says: { next_cursor: null } })),
  getPipeline: after(pipeline, () => ({ params, says: { id: "bench" } })),
  deletePipeline: after(pipeline, () => ({ params })),
  askFromPipeline: async (system) => {
    const { framework_id } = await pipeline(system);
    const by = system.api(await system.ci.token());
    return { by, body: { framework_id, use_case_ids: ids }, says };
  },
  getClearanceKeys: after(provisioned),
  provisionClearanceKey: alone(),
  rotateClearanceKey: after(provisioned),
  getClearanceCheck: alone(),
} satisfies Scenarios;
