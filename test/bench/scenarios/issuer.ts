import { provisionIssuer } from "#test/support/cloudc-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { after, type ScenarioSystem, type Scenarios } from "./scenario.ts";

const CLIENT_ID = "6b7d3b0e-2f6c-4e21-9f7b-111111111111";
const OBJECT_ID = "0c2b6a1f-8f3d-4a6f-8a55-222222222222";

export const idpSettings = ({ tokenUrl }: FakeIdp): Record<string, string> => ({
  IDP_CLIENT_ID: CLIENT_ID,
  IDP_APP_OBJECT_ID: OBJECT_ID,
  IDP_TOKEN_URL: tokenUrl,
});

async function federated(system: ScenarioSystem): Promise<void> {
  await provisionIssuer(system);
  await system.admin("POST", "/admin/setup/idp-fic/enable");
}

const published = after(provisionIssuer);

export const issuerScenarios = {
  enableIdpFederation: after(provisionIssuer, () => ({ says: { status: "enabled" } })),
  disableIdpFederation: after(federated, () => ({ says: { status: "disabled" } })),
  testIdpExchange: async (system) => {
    await federated(system);
    system.idp.register({
      clientId: CLIENT_ID,
      clientSecret: "",
      issuer: `${system.baseUrl}/oidc`,
      subject: OBJECT_ID,
      audience: "api://AzureADTokenExchange",
    });
    return { says: { ok: true, path: "federated" } };
  },
  getOpenidConfiguration: published,
  headOpenidConfiguration: published,
  getJwks: published,
  headJwks: published,
} satisfies Scenarios;
