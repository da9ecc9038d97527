import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { DeleteSecretCommand, ListSecretsCommand } from "@aws-sdk/client-secrets-manager";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { connectWif, provisionIssuer, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { newCustomer } from "#test/support/eventbus-fixture.ts";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";
import { rsaKey, rsaPem } from "#test/support/rsa-key.ts";
import { type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { type SourcehostServer, startSourcehost } from "#test/support/sourcehost-server.ts";
import { type StsServer, startSts } from "#test/support/sts-server.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const APP_ID = "314159";
const ISSUER = "https://id.example/oidc";

let cloud: CloudcServer;
let host: SourcehostServer;
let sts: StsServer;
let idp: FakeIdp;
let system: TestSystem;
let acme: TestTenant;
let store: SecretStore;
let isQuotaReached = false;

beforeAll(async () => {
  cloud = await startCloudc(smallEstate(["my-project"], ["us-central1"]));
  sts = await startSts();
  idp = await startFakeIdp();
  host = await startSourcehost({
    appId: APP_ID,
    key: createPublicKey(rsaKey()),
    hook: () => ({ url: "http://127.0.0.1:1", secret: "none" }),
    now: () => Date.now(),
  });
  system = await startTestSystem({
    functions: "deployed",
    // The SDK retries when the quota is reached, so its waits are shortened.
    pace: () => (isQuotaReached ? 20 : 1),
    onSecretCall: ({ action }) => {
      if (isQuotaReached && action === "PutSecretValue") {
        throw new AwsError("LimitExceededException", "injected");
      }
    },
    settings: {
      ...cloud.settings,
      SOURCEHOST_APP_ID: APP_ID,
      SOURCEHOST_API_URL: host.url,
      CLOUDB_STS_URL: sts.url,
      CLOUDC_OAUTH_CLIENT_ID: "client",
      CLOUDC_OAUTH_CLIENT_SECRET: "client-secret",
      OIDC_ISSUER_URL: ISSUER,
      IDP_CLIENT_ID: "client",
      IDP_APP_OBJECT_ID: "object",
      IDP_TOKEN_URL: idp.tokenUrl,
      IDP_USE_FEDERATED_IDENTITY: "true",
    },
  });
  await provisionIssuer(system);
  acme = await newTenant(system);
  store = secretStoreOf(system);
});
afterAll(async () => {
  await system.close();
  await Promise.all([cloud.close(), host.close(), sts.close(), idp.close()]);
});

const reauthorize = (id: string, body?: object) =>
  acme.org("POST", `/connections/${id}/reauthorize`, body);
const statusOf = async (id: string) => (await acme.org("GET", `/connections/${id}`)).body.status;
const actionsOf = async (id: string): Promise<string[]> =>
  (await acme.org("GET", `/tenant/audit?resource_id=${id}`)).body.items
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => !action.startsWith("discovery."));

const connectByToken = async (refresh_token: string) =>
  (
    await acme.org("POST", "/connections", {
      provider: "cloudc",
      subtype: "oauth_refresh",
      display_name: "Legacy",
      refresh_token,
    })
  ).body;

const invalidGrant = {
  status: 400,
  body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
};

describe("access revoked at the provider is noticed within one run and restored by one call", () => {
  test("federation into cloud-c", async () => {
    const id = await connectWif(acme, cloud);
    cloud.fault = ({ path }) => (path === "/v1/token" ? invalidGrant : null);
    const run = await runToEnd(acme, id);
    expect(run.error_jsonb).toMatchObject({ code: "invalid_grant", hint: expect.any(String) });
    expect(await statusOf(id)).toBe("needs_reauthorization");
    const listed = await acme.org("GET", "/connections");
    expect(listed.body.items).toContainEqual(
      expect.objectContaining({ id, status: "needs_reauthorization" }),
    );
    const refused = await reauthorize(id);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: "authorization_refused",
        detail: "Token has been expired or revoked.",
        hint: expect.any(String),
      },
    ]);
    expect(await statusOf(id)).toBe("needs_reauthorization");
    cloud.fault = null;
    expect((await reauthorize(id)).body.status).toBe("active");
    expect(await actionsOf(id)).toEqual([
      "connection.created",
      "connection.needs_reauthorization",
      "connection.reauthorized",
    ]);
  });

  test("a successful run makes the connection active again", async () => {
    const id = await connectWif(acme, cloud);
    cloud.fault = ({ path }) => (path === "/v1/token" ? invalidGrant : null);
    await runToEnd(acme, id);
    cloud.fault = null;
    expect((await runToEnd(acme, id)).status).toBe("completed");
    expect(await statusOf(id)).toBe("active");
    expect((await actionsOf(id)).at(-1)).toBe("connection.reauthorized");
  });

  test("a refusal from before a new authorisation does not undo that authorisation", async () => {
    const id = await connectWif(acme, cloud);
    let authorized: unknown = null;
    cloud.fault = async ({ path }) => {
      if (path !== "/v1/token" || authorized !== null) return null;
      // While the run waits for its answer, somebody authorises the connection again.
      authorized = "is being tried";
      authorized = (await reauthorize(id)).body.status;
      return invalidGrant;
    };
    const run = await runToEnd(acme, id);
    cloud.fault = null;
    expect([authorized, run.status]).toEqual(["active", "failed"]);
    expect(await statusOf(id)).toBe("active");
    expect(await actionsOf(id)).toEqual(["connection.created"]);
  });

  test("a new refresh token is tried before it replaces the stored one", async () => {
    const body = await connectByToken("first-token");
    const takes = (token: string) => {
      cloud.fault = (seen) =>
        seen.path === "/token" && !seen.body.includes(`refresh_token=${token}`)
          ? invalidGrant
          : null;
    };
    takes("second-token");
    await runToEnd(acme, body.id);
    expect(await statusOf(body.id)).toBe("needs_reauthorization");
    expect((await reauthorize(body.id, { refresh_token: "third-token" })).status).toBe(422);
    expect((await reauthorize(body.id)).body.errors[0].path).toBe("refresh_token");
    const back = await reauthorize(body.id, { refresh_token: "second-token" });
    expect([back.status, back.body.status]).toEqual([200, "active"]);
    expect((await runToEnd(acme, body.id)).status).toBe("completed");
    // The next run must not use the access token that the second one bought.
    takes("third-token");
    expect((await reauthorize(body.id, { refresh_token: "third-token" })).status).toBe(200);
    const used = new Set<string>();
    cloud.fault = ({ method, headers }) => {
      if (method === "GET") used.add(headers.authorization ?? "");
      return null;
    };
    expect((await runToEnd(acme, body.id)).status).toBe("completed");
    expect(cloud.exchanges.at(-1)?.body).toContain("refresh_token=third-token");
    expect([...used]).toEqual([`Bearer ${cloud.issued.at(-1)}`]);
    cloud.fault = null;
    expect(system.rawLines.join("\n") + back.text).not.toContain("second-token");
  });

  test("a role becomes active once it can be assumed with the connection's external id", async () => {
    const { body } = await acme.org("POST", "/connections", {
      provider: "cloudb",
      subtype: "assume_role",
      display_name: "Production",
      remote_tenant_id: "123456789012",
      regions: ["eu-west-1"],
    });
    const role_arn = "arn:aws:iam::123456789012:role/CountersignDiscovery";
    expect((await reauthorize(body.id)).body).toMatchObject({
      code: "authorization_refused",
      upstream_code: "role_arn_missing",
    });
    const denied = await reauthorize(body.id, { role_arn });
    expect(denied.body).toMatchObject({ upstream_code: "AccessDenied", hint: expect.any(String) });
    expect((await acme.org("GET", `/connections/${body.id}`)).body.role_arn).toBeNull();
    sts.trusted.set(role_arn, body.external_id);
    expect((await reauthorize(body.id, { role_arn })).body).toMatchObject({
      status: "active",
      role_arn,
    });
    // The customer deletes the role and creates it again.
    sts.trusted.delete(role_arn);
    const run = await runToEnd(acme, body.id);
    expect(run.error_jsonb).toMatchObject({ code: "AccessDenied", hint: expect.any(String) });
    expect(await statusOf(body.id)).toBe("needs_reauthorization");
    sts.trusted.set(role_arn, body.external_id);
    expect((await reauthorize(body.id)).body.status).toBe("active");
    const other = "arn:aws:iam::999999999999:role/x";
    expect((await reauthorize(body.id, { role_arn: other })).body.errors[0].path).toBe("role_arn");
  });

  test("an installation of the source host", async () => {
    const { id, installation_id } = await connectSourcehost(acme);
    expect((await reauthorize(id)).body.upstream_code).toBe("sourcehost_app_not_configured");
    const set = (private_key_pem: string) =>
      system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
    expect((await set("-----BEGIN PRIVATE KEY-----")).body.code).toBe("invalid_private_key");
    const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
    expect((await set(small.export({ type: "pkcs8", format: "pem" }).toString())).status).toBe(422);
    const first = await set(rsaPem("pkcs1"));
    expect(first.body.status).toBe("provisioned");
    expect((await set(rsaPem("pkcs1"))).body).toEqual({
      ...first.body,
      status: "already_provisioned",
    });
    expect((await set(rsaPem("pkcs8"))).body.status).toBe("rotated");
    expect(system.rawLines.join("\n")).not.toContain("PRIVATE KEY");
    await system.advance(31);
    expect((await reauthorize(id)).body).toMatchObject({ code: "authorization_refused" });
    host.installations.set(installation_id, "active");
    expect((await reauthorize(id)).body.status).toBe("active");
    // The app is uninstalled and installed again.
    host.installations.delete(installation_id);
    const run = await runToEnd(acme, id);
    expect(run.error_jsonb).toMatchObject({ http_status: 404, hint: expect.any(String) });
    expect(await statusOf(id)).toBe("needs_reauthorization");
    host.installations.set(installation_id, "active");
    expect((await reauthorize(id)).body.status).toBe("active");
    expect(await actionsOf(id)).toEqual([
      "connection.created",
      "connection.needs_reauthorization",
      "connection.reauthorized",
    ]);
  });
});

describe("a refresh token whose entry in the secret store is gone", () => {
  test("a new token restores a connection whose deletion dropped its token and then stopped", async () => {
    const { id, secret_ref: SecretId } = await connectByToken("first-token");
    const drop = new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true });
    await store.client.send(drop);
    const run = await runToEnd(acme, id);
    expect(run.error_jsonb.code).toBe("refresh_token_missing");
    const back = await reauthorize(id, { refresh_token: "second-token" });
    expect([back.status, back.body.status]).toEqual([200, "active"]);
    expect(await store.value(SecretId)).toBe("second-token");
    expect((await runToEnd(acme, id)).status).toBe("completed");
  });

  test("a connection that is deleted while its new token is tried is not found, and no token stays", async () => {
    const { id } = await connectByToken("first-token");
    let removed: unknown = null;
    cloud.fault = async ({ path }) => {
      if (path === "/token") removed = (await acme.org("DELETE", `/connections/${id}`)).status;
      return null;
    };
    const late = await reauthorize(id, { refresh_token: "second-token" });
    cloud.fault = null;
    expect([removed, late.status, late.body.code]).toEqual([204, 404, "not_found"]);
    const { SecretList = [] } = await store.client.send(new ListSecretsCommand({}));
    expect(SecretList.filter(({ Name }) => Name?.includes(id))).toEqual([]);
  });
});

test("each function that signs a token names the issuer that OIDC_ISSUER_URL sets", async () => {
  const id = await connectWif(acme, cloud);
  const lastIssuer = () => {
    const sent = cloud.exchanges.findLast(({ path }) => path === "/v1/token");
    return decodeJwt(new URLSearchParams(sent?.body).get("subject_token") ?? "").iss;
  };
  expect((await reauthorize(id)).status).toBe(200);
  expect(lastIssuer()).toBe(ISSUER);
  const before = cloud.exchanges.length;
  expect((await runToEnd(acme, id)).status).toBe("completed");
  expect(cloud.exchanges.length).toBeGreaterThan(before);
  expect(lastIssuer()).toBe(ISSUER);
  idp.answers.push({ status: 200, body: { access_token: "one" } });
  const tried = await system.admin("POST", "/admin/setup/idp-fic/test-exchange");
  expect(tried.body).toEqual({ ok: true, path: "federated" });
  expect(decodeJwt(idp.calls.at(-1)?.form.client_assertion ?? "").iss).toBe(ISSUER);
});

test("a secret that was replaced too often for the store is refused with a time to wait, and nothing changes", async () => {
  const secret = "/admin/setup/cloudb-eventbus-webhook-secret";
  await system.admin("POST", `${secret}/provision-secret`);
  const { id, secret_ref } = await connectByToken("first-token");
  const chain = [{ provider: "hosted_llm", model: "m-2", auth: "sk-of-the-tenant" }];
  const settings = "/tenant/settings/extractor";
  expect((await acme.org("PATCH", settings, { chain })).status).toBe(200);
  isQuotaReached = true;
  const refused = await Promise.all([
    reauthorize(id, { refresh_token: "second-token" }),
    acme.org("PATCH", settings, { chain: [{ ...chain[0], auth: "sk-another" }] }),
    system.admin("POST", `${secret}/rotate-secret`),
  ]);
  isQuotaReached = false;
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([503, "dependency_unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(600);
  }
  expect(await store.value(secret_ref)).toBe("first-token");
});

test("an event bus and an inactive installation have nothing to authorise", async () => {
  const customer = await newCustomer(system);
  const path = `/connections/${customer.connectionId}/reauthorize`;
  const refused = await customer.org("POST", path);
  expect([refused.status, refused.body.code]).toEqual([409, "reauthorization_not_applicable"]);
  const member = await customer.member("POST", path);
  expect(member.status).toBe(403);
});

test("reauthorising an active connection tries it at the provider, and writes no row", async () => {
  const id = await connectWif(acme, cloud);
  const before = cloud.requests;
  expect((await reauthorize(id)).body.status).toBe("active");
  expect((await reauthorize(id)).body.status).toBe("active");
  expect(cloud.requests).toBeGreaterThan(before);
  expect(await actionsOf(id)).toEqual(["connection.created"]);
});

test("two concurrent calls leave one active connection", async () => {
  const id = await connectWif(acme, cloud);
  const answers = await Promise.all([1, 2, 3].map(() => reauthorize(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await statusOf(id)).toBe("active");
});
