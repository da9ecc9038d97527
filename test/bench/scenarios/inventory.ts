import { allOf, connectWif, postRun, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

/** A tenant with artifacts; the clients, and the path of one of them. */
async function withArtifact(system: ScenarioSystem) {
  await provisionIssuer(system);
  const tenant = await newTenant(system);
  const connectionId = await connectWif(tenant, system.cloud);
  await postRun(tenant, connectionId);
  await saying(system.api()("POST", "/_local/schedules/discovery-tick/run"), { completed: 1 });
  const [artifact] = await allOf(tenant.member, `/artifacts?connection_id=${connectionId}`);
  return { tenant, path: `/artifacts/${artifact?.id}` };
}

export const inventoryScenarios = {
  getArtifact: async (system) => {
    const { tenant, path } = await withArtifact(system);
    return () => tenant.member("GET", path);
  },
  getArtifactHistory: async (system) => {
    const { tenant, path } = await withArtifact(system);
    await tenant.org("PUT", `${path}/classification`, { class: "minimal", reason: "Known." });
    return () => tenant.member("GET", `${path}/history`);
  },
  getClassificationQuestions: async (system) => {
    const tenant = await newTenant(system);
    return () => tenant.member("GET", "/classification/questions");
  },
  callMcp: async (system) => {
    const tenant = await newTenant(system);
    await tenant.org("PATCH", "/tenant/settings/mcp", { enabled: true });
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    return () => tenant.member("POST", "/mcp", ping);
  },
  getMcp: async (system) => () => system.api()("GET", "/mcp"),
  deleteMcp: async (system) => () => system.api()("DELETE", "/mcp"),
  getMcpMetadata: async (system) => () =>
    system.api()("GET", "/.well-known/oauth-protected-resource/mcp"),
  getTenantMcp: async (system) => {
    const { member } = await newTenant(system);
    return () => member("GET", "/tenant/settings/mcp");
  },
  patchTenantMcp: async (system) => {
    const { org } = await newTenant(system);
    return () => org("PATCH", "/tenant/settings/mcp", { enabled: true });
  },
  exportArtifacts: async (system) => {
    const { tenant } = await withArtifact(system);
    return () => tenant.org("GET", "/artifacts/export?format=cyclonedx");
  },
  downloadExport: async (system) => {
    const { tenant } = await withArtifact(system);
    const path = "/artifacts/export?format=cyclonedx&link=true";
    const link = (await tenant.org("GET", path)).headers.get("location") ?? "";
    return () => system.api()("GET", link);
  },
  getRegistration: async (system) => {
    const { tenant, path } = await withArtifact(system);
    const answers = { is_ai_system: true, practices: [], safety_component: "component" };
    await tenant.org("PUT", `${path}/classification`, { answers, reason: "Known." });
    return () => tenant.org("GET", `${path}/registration`);
  },
  decideClassification: async (system) => {
    const { tenant, path } = await withArtifact(system);
    let call = 0;
    return () =>
      tenant.org("PUT", `${path}/classification`, { class: "minimal", reason: `Say ${call++}.` });
  },
} satisfies Scenarios;
