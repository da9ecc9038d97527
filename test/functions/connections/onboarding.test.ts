import { beforeAll, expect, test } from "vitest";
import { wifAudience } from "#test/support/cloudc-fixture.ts";
import { newCustomer } from "#test/support/eventbus-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({
  settings: {
    CLOUDB_EVENTBUS_OUR_ACCOUNT_ID: "210987654321",
    OIDC_ISSUER_URL: "https://id.example/oidc",
  },
});
let acme: TestTenant;
beforeAll(async () => {
  acme = await newTenant(system);
});

interface Step {
  title: string;
  text: string;
  template?: { language: string; content: string };
}

async function stepsOf(tenant: TestTenant, id: string): Promise<Step[]> {
  const { status, body } = await tenant.org("GET", `/connections/${id}/onboarding`);
  expect(status).toBe(200);
  expect(body.steps.length).toBeGreaterThan(1);
  return body.steps;
}

const templates = (steps: Step[]) => steps.flatMap(({ template }) => template ?? []);
const connect = async (body: object) => (await acme.org("POST", "/connections", body)).body;

test("the steps for the source host contain the tenant's own webhook URL, header and events", async () => {
  const { id } = await connectSourcehost(acme);
  const text = JSON.stringify(await stepsOf(acme, id));
  expect(text).toContain(`${system.baseUrl}/webhooks/sourcehost/${acme.id}`);
  expect(text).toContain("X-Hub-Signature-256");
  expect(text).toContain("installation_repositories");
});

test("the steps for an event bus contain a template for the tenant's own bus", async () => {
  const customer = await newCustomer(system);
  const [template] = templates(await stepsOf(customer, customer.connectionId));
  const { Parameters } = JSON.parse(template?.content ?? "");
  expect(Parameters.PlatformBusArn.Default).toBe(
    `arn:aws:events:us-east-1:210987654321:event-bus/customer-${customer.id}`,
  );
});

test("the steps for a role contain the platform's account and the connection's external id, and allow only listings", async () => {
  const { id, external_id } = await connect({
    provider: "cloudb",
    subtype: "assume_role",
    display_name: "Production",
    remote_tenant_id: "123456789012",
    regions: ["eu-west-1"],
  });
  const [template] = templates(await stepsOf(acme, id));
  const { Parameters, Resources } = JSON.parse(template?.content ?? "");
  expect(Parameters.PlatformAccount.Default).toBe("210987654321");
  expect(Parameters.ExternalId.Default).toBe(external_id);
  const role = Resources.DiscoveryRole.Properties;
  const [statement] = role.Policies[0].PolicyDocument.Statement;
  for (const action of statement.Action) expect(action).toMatch(/^(sagemaker|bedrock):List[A-Z]/);
});

test("the steps for federation contain issuer, audience, subject and every project", async () => {
  const { body } = await acme.member("POST", "/connections/cloudc/wif/connect", {
    wif_audience: wifAudience,
    service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
    project_ids: "first-project\nsecond-project",
  });
  const text = templates(await stepsOf(acme, body.id))
    .map(({ content }) => content)
    .join("\n");
  for (const value of [
    '--issuer-uri="https://id.example/oidc"',
    `--allowed-audiences="${wifAudience}"`,
    "google.subject=assertion.sub",
    'gcloud iam service-accounts create discovery-reader --project="my-project"',
  ]) {
    expect(text).toContain(value);
  }
  const account = "discovery-reader@my-project.iam.gserviceaccount.com";
  const grants = text
    .split("\n")
    .filter((line) => line.includes(" add-iam-policy-binding "))
    .map((line) => line.replace(/^gcloud /, "").replace(/ --project="[^"]*"/, ""));
  const subject = `principal://iam.googleapis.com/projects/123456789/locations/global/workloadIdentityPools/countersign/subject/discovery-${acme.id}`;
  const reads = (project: string) =>
    ["aiplatform.viewer", "notebooks.viewer", "browser"].map(
      (role) =>
        `projects add-iam-policy-binding ${project} --member="serviceAccount:${account}" --role="roles/${role}"`,
    );
  expect(grants).toEqual([
    `iam service-accounts add-iam-policy-binding ${account} --role="roles/iam.workloadIdentityUser" --member="${subject}"`,
    ...reads("first-project"),
    ...reads("second-project"),
  ]);
});

test("the steps for a refresh token do not contain it, and another tenant sees nothing", async () => {
  const { id } = await connect({
    provider: "cloudc",
    subtype: "oauth_refresh",
    display_name: "Legacy",
    refresh_token: "a-token",
  });
  expect(JSON.stringify(await stepsOf(acme, id))).not.toContain("a-token");
  const other = await newTenant(system);
  expect((await other.org("GET", `/connections/${id}/onboarding`)).status).toBe(404);
});
