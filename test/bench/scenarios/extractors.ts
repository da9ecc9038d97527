import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { after, alone, type ScenarioSystem, type Scenarios } from "./scenario.ts";

const byoAt = ({ upstream }: ScenarioSystem) => ({
  endpoint: `${upstream.url}/good`,
  auth: "sk-bench-credential-0123456789",
});
const preset = { preset: "hosted_llm_default" };

/** A tenant whose chain consists of its own endpoint. */
async function tenantWithByo(system: ScenarioSystem): Promise<TestTenant> {
  const tenant = await newTenant(system);
  await tenant.org("POST", "/tenant/settings/extractor", byoAt(system));
  return tenant;
}

export const extractorScenarios = {
  getExtractorStatus: after(tenantWithByo),
  testPreset: alone({ body: preset, says: { ok: true } }),
  swapToPreset: after(tenantWithByo, ({ id }) => ({ params: { tenant_id: id }, body: preset })),
  getTenantSettings: after(tenantWithByo, ({ member }) => ({ by: member })),
  patchTenantExtractor: after(tenantWithByo, ({ org }, system) => ({
    by: org,
    body: { chain: [{ provider: "hosted_llm" }, { provider: "byo", ...byoAt(system) }] },
  })),
  getTenantUsage: after(tenantWithByo, ({ org }) => ({ by: org })),
  setByoExtractor: after(newTenant, ({ org }, system) => ({ by: org, body: byoAt(system) })),
  testExtractorConnection: after(newTenant, ({ org }, system) => ({
    by: org,
    body: { provider: "byo", ...byoAt(system) },
    says: { ok: true },
  })),
} satisfies Scenarios;
