import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { after, alone, type ScenarioSystem, type Scenarios } from "./scenario.ts";

/** A log with a few leaves; returns the row hash of the newest. */
async function logged(system: ScenarioSystem): Promise<string> {
  const { review } = await commission(system);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const { body } = await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
  return body.items[0].row_hash;
}

export const logScenarios = {
  getLogCheckpoint: alone(),
  getLogKey: alone(),
  getLogKeyChanges: alone(),
  getLogTile: after(logged, () => ({ params: { tile: "0/000.p/1" } })),
  getLogProof: after(logged, (row_hash) => ({ params: { row_hash } })),
  getLogConsistency: after(logged, () => ({ query: "from=1&to=2" })),
  rotateEvidenceLogKey: alone(),
  sequenceLog: after((system) => commission(system)),
} satisfies Scenarios;
