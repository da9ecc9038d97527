import { connectWif, postRun, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { after, type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

const TICK_SECONDS = 120;

/** A tenant connected to the whole small cloud. */
async function connected(system: ScenarioSystem) {
  await provisionIssuer(system);
  const tenant = await newTenant(system);
  return { tenant, connectionId: await connectWif(tenant, system.cloud) };
}

async function withRun(system: ScenarioSystem) {
  const { tenant, connectionId } = await connected(system);
  return { tenant, connectionId, runId: await postRun(tenant, connectionId) };
}

const tick = (system: ScenarioSystem) =>
  saying(system.api()("POST", "/_local/schedules/discovery-tick/run"), { completed: 1 });

/** Moves the clock to a multiple of the tick's interval. */
async function afterTick(system: ScenarioSystem): Promise<void> {
  const now = Date.parse(await system.advance(0)) / 1000;
  await system.advance(Math.ceil(TICK_SECONDS - (now % TICK_SECONDS)));
}

export const discoveryScenarios = {
  startDiscoveryRun: after(connected, ({ tenant, connectionId }) => ({
    by: tenant.member,
    params: { id: connectionId },
  })),
  listDiscoveryRuns: after(withRun, ({ tenant, connectionId }) => ({
    by: tenant.member,
    params: { id: connectionId },
  })),
  getDiscoveryRun: after(withRun, ({ tenant, runId }) => ({
    by: tenant.member,
    params: { run_id: runId },
  })),
  listArtifacts: async (system) => {
    await afterTick(system);
    const { tenant, connectionId } = await withRun(system);
    await tick(system);
    return { by: tenant.member, query: `connection_id=${connectionId}` };
  },
  discoveryWorker: async (system) => {
    await afterTick(system);
    await withRun(system);
    return () => tick(system);
  },
} satisfies Scenarios;
