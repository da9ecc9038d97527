import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

const SETTINGS = "/tenant/settings/extractor";

const byoAt = ({ upstream }: ScenarioSystem) => ({
  endpoint: `${upstream.url}/good`,
  auth: "sk-bench-credential-0123456789",
});

/** A tenant whose chain consists of its own endpoint. */
async function tenantWithByo(system: ScenarioSystem): Promise<TestTenant> {
  const tenant = await newTenant(system);
  await tenant.org("POST", SETTINGS, byoAt(system));
  return tenant;
}

export const extractorScenarios = {
  getExtractorStatus: async (system) => {
    await tenantWithByo(system);
    return () => system.admin("GET", "/admin/extractors/status");
  },
  testPreset: async (system) => () =>
    saying(
      system.admin("POST", "/admin/extractors/test-preset", { preset: "hosted_llm_default" }),
      {
        ok: true,
      },
    ),
  swapToPreset: async (system) => {
    const { id } = await tenantWithByo(system);
    const path = `/admin/tenants/${id}/extractor/swap-to-preset`;
    return () => system.admin("POST", path, { preset: "hosted_llm_default" });
  },
  getTenantSettings: async (system) => {
    const { member } = await tenantWithByo(system);
    return () => member("GET", "/tenant/settings");
  },
  patchTenantExtractor: async (system) => {
    const { org } = await tenantWithByo(system);
    const chain = [{ provider: "hosted_llm" }, { provider: "byo", ...byoAt(system) }];
    return () => org("PATCH", SETTINGS, { chain });
  },
  getTenantUsage: async (system) => {
    const { org } = await tenantWithByo(system);
    return () => org("GET", "/tenant/usage");
  },
  setByoExtractor: async (system) => {
    const { org } = await newTenant(system);
    return () => org("POST", SETTINGS, byoAt(system));
  },
  testExtractorConnection: async (system) => {
    const { org } = await newTenant(system);
    const entry = { provider: "byo", ...byoAt(system) };
    return () => saying(org("POST", `${SETTINGS}/test-connection`, entry), { ok: true });
  },
} satisfies Scenarios;
