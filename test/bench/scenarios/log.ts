import { commission, expectStatus } from "#test/support/review-fixture.ts";
import type { ScenarioSystem, Scenarios } from "./scenario.ts";

const run = (system: ScenarioSystem) => system.api()("POST", "/_local/schedules/sequence-log/run");

/** A log with a few leaves; returns the row hash of the newest. */
async function logged(system: ScenarioSystem): Promise<string> {
  const { review } = await commission(system);
  await expectStatus(run(system), 200);
  const { body } = await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
  return body.items[0].row_hash;
}

export const logScenarios = {
  getLogCheckpoint: async (system) => () => system.api()("GET", "/evidence/log/checkpoint"),
  getLogKey: async (system) => () => system.api()("GET", "/evidence/log/key"),
  getLogKeyChanges: async (system) => () => system.api()("GET", "/evidence/log/keys"),
  getLogTile: async (system) => {
    await logged(system);
    return () => system.api()("GET", "/evidence/log/tile/0/000.p/1");
  },
  getLogProof: async (system) => {
    const rowHash = await logged(system);
    return () => system.api()("GET", `/evidence/log/proof/${rowHash}`);
  },
  getLogConsistency: async (system) => {
    await logged(system);
    return () => system.api()("GET", "/evidence/log/consistency?from=1&to=2");
  },
  rotateEvidenceLogKey: async (system) => () =>
    system.admin("POST", "/admin/setup/evidence-log-key/rotate-key"),
  sequenceLog: async (system) => {
    await commission(system);
    return () => run(system);
  },
} satisfies Scenarios;
