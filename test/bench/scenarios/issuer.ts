import { provisionIssuer } from "#test/support/cloudc-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { type Scenario, type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

const CLIENT_ID = "6b7d3b0e-2f6c-4e21-9f7b-111111111111";
const OBJECT_ID = "0c2b6a1f-8f3d-4a6f-8a55-222222222222";

export const idpSettings = ({ tokenUrl }: FakeIdp): Record<string, string> => ({
  IDP_CLIENT_ID: CLIENT_ID,
  IDP_APP_OBJECT_ID: OBJECT_ID,
  IDP_TOKEN_URL: tokenUrl,
});

const federation = (system: ScenarioSystem, action: string) =>
  system.admin("POST", `/admin/setup/idp-fic/${action}`);

const asking =
  (method: "GET" | "HEAD", document: string): Scenario =>
  async (system) => {
    await provisionIssuer(system);
    return () => system.api()(method, `/oidc/${document}`);
  };

export const issuerScenarios = {
  enableIdpFederation: async (system) => {
    await provisionIssuer(system);
    return () => saying(federation(system, "enable"), { status: "enabled" });
  },
  disableIdpFederation: async (system) => {
    await provisionIssuer(system);
    await federation(system, "enable");
    return () => saying(federation(system, "disable"), { status: "disabled" });
  },
  testIdpExchange: async (system) => {
    await provisionIssuer(system);
    await federation(system, "enable");
    system.idp.register({
      clientId: CLIENT_ID,
      clientSecret: "",
      issuer: `${system.baseUrl}/oidc`,
      subject: OBJECT_ID,
      audience: "api://AzureADTokenExchange",
    });
    return () => saying(federation(system, "test-exchange"), { ok: true, path: "federated" });
  },
  getOpenidConfiguration: asking("GET", ".well-known/openid-configuration"),
  headOpenidConfiguration: asking("HEAD", ".well-known/openid-configuration"),

  getJwks: asking("GET", "jwks"),
  headJwks: asking("HEAD", "jwks"),
} satisfies Scenarios;
