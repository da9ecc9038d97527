import { allOf, connectWif, postRun, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import type { TestTenant } from "#test/support/tenant-fixture.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { after, alone, type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

/** A tenant with artifacts; the clients, and the id of one of them. */
async function withArtifact(system: ScenarioSystem) {
  await provisionIssuer(system);
  const tenant = await newTenant(system);
  const connectionId = await connectWif(tenant, system.cloud);
  await postRun(tenant, connectionId);
  await saying(system.api()("POST", "/_local/schedules/discovery-tick/run"), { completed: 1 });
  const [artifact] = await allOf(tenant.member, `/artifacts?connection_id=${connectionId}`);
  return { tenant, id: String(artifact?.id) };
}

/** The same, classified. */
const classified = (decision: object) => async (system: ScenarioSystem) => {
  const made = await withArtifact(system);
  await made.tenant.org("PUT", `/artifacts/${made.id}/classification`, decision);
  return made;
};

const ofMember = after(newTenant, ({ member }) => ({ by: member }));
const minimal = { class: "minimal", reason: "Known." };
const highRisk = { class: "high_risk", reason: "It ranks applicants." };

async function withTools(system: ScenarioSystem): Promise<TestTenant> {
  const tenant = await newTenant(system);
  await tenant.org("PATCH", "/tenant/settings/mcp", { enabled: true });
  return tenant;
}

export const inventoryScenarios = {
  getArtifact: after(withArtifact, ({ tenant, id }) => ({ by: tenant.member, params: { id } })),
  getArtifactHistory: after(classified(minimal), ({ tenant, id }) => ({
    by: tenant.member,
    params: { id },
  })),
  getClassificationQuestions: ofMember,
  callMcp: after(withTools, ({ member }) => ({
    by: member,
    body: { jsonrpc: "2.0", id: 1, method: "ping" },
  })),
  getMcp: alone(),
  deleteMcp: alone(),
  getMcpMetadata: alone(),
  getTenantMcp: ofMember,
  patchTenantMcp: after(newTenant, ({ org }) => ({ by: org, body: { enabled: true } })),
  exportArtifacts: after(withArtifact, ({ tenant }) => ({
    by: tenant.org,
    query: "format=cyclonedx",
  })),
  downloadExport: async (system) => {
    const { tenant } = await withArtifact(system);
    const path = "/artifacts/export?format=cyclonedx&link=true";
    const link = (await tenant.org("GET", path)).headers.get("location") ?? "";
    return { params: { token: link.split("/").at(-1) as string } };
  },
  getRegistration: after(classified(highRisk), ({ tenant, id }) => ({
    by: tenant.org,
    params: { id },
  })),
  decideClassification: after(withArtifact, ({ tenant, id }) => ({
    by: tenant.org,
    params: { id },
    body: minimal,
  })),
} satisfies Scenarios;
