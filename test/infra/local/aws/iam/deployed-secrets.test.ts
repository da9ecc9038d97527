import { CreateSecretCommand, ListSecretsCommand } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, expect, test } from "vitest";
import { credentials, fixedSecretNames } from "#infra/functions.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

/*
 * The secret store as the CDK app leaves it: every entry with a fixed name exists, empty, under the
 * stage's prefix; roles reach nothing outside it.
 */

const PREFIX = "countersign/prod/";
const KEY = "arn:aws:kms:us-east-1:000000000000:key/secrets";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ settings: { SECRET_PREFIX: PREFIX, SECRETS_KEY_ARN: KEY } });
  const { client } = secretStoreOf(system);
  for (const name of [...fixedSecretNames(), ...credentials.map(({ entry }) => entry)]) {
    await client.send(new CreateSecretCommand({ Name: `${PREFIX}${name}`, KmsKeyId: KEY }));
  }
});
afterAll(() => system.close());

const setup = (path: string) => system.admin("POST", `/admin/setup/${path}`);

test("on a fresh deployment every secret is provisioned and rotated in the entries created for it", async () => {
  for (const entry of [
    "counsel-review-hmac-secret",
    "sourcehost-webhook-secret",
    "cloudb-eventbus-webhook-secret",
  ]) {
    const provisioned = await setup(`${entry}/provision-secret`);
    expect([entry, provisioned.status, provisioned.body.status]).toEqual([
      entry,
      200,
      "provisioned",
    ]);
    expect((await setup(`${entry}/rotate-secret`)).status).toBe(200);
  }
  const keypair = await setup("oidc-issuer/provision-keypair");
  expect([keypair.status, keypair.body.status]).toEqual([200, "provisioned"]);
  expect((await setup("oidc-issuer/rotate-keypair")).status).toBe(200);
  expect((await system.api()("GET", "/oidc/jwks")).body.keys).toHaveLength(2);
  expect((await system.admin("GET", "/admin/setup/checklist")).status).toBe(200);
});

test("a tenant's and a connection's credentials are created and deleted under the prefix, with our key", async () => {
  const tenant = await newTenant(system);
  const saved = await tenant.org("PATCH", "/tenant/settings/extractor", {
    chain: [{ provider: "hosted_llm", auth: "sk-of-the-tenant" }],
  });
  expect(saved.status).toBe(200);
  const connected = await tenant.org("POST", "/connections", {
    provider: "cloudc",
    subtype: "oauth_refresh",
    display_name: "Legacy",
    refresh_token: "1//refresh",
  });
  expect(connected.status).toBe(201);

  const { client } = secretStoreOf(system);
  const { SecretList = [] } = await client.send(new ListSecretsCommand({ MaxResults: 100 }));
  const made = SecretList.map(({ Name = "" }) => Name).filter((name) => name.includes(tenant.id));
  expect(made).toEqual([`${PREFIX}extractor-tenant-${tenant.id}-hosted_llm`]);
  for (const { Name, KmsKeyId } of SecretList) {
    expect(Name).toMatch(/^countersign\/prod\//);
    expect([Name, KmsKeyId]).toEqual([Name, KEY]);
  }
  expect((await tenant.org("DELETE", `/connections/${connected.body.id}`)).status).toBe(204);
});
