import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { forgetSetup, keepKey } from "#test/support/before-setup.ts";
import { rsaPem } from "#test/support/rsa-key.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const ORDER = [
  "platform_admin_sign_in",
  "counsel_review_hmac_secret",
  "public_urls",
  "idp_client",
  "hosted_llm",
  "tenant_cloud_llm",
  "local_llm_tunnel",
  "cloudc_oauth_client_secret",
  "sourcehost_webhook_secret",
  "oidc_issuer_keypair",
  "idp_federated_identity",
  "cloudb_eventbus_webhook_secret",
  "sourcehost_app",
  "mail_sender",
  "clearance_statement_key",
];

let shared: TestSystem;
/** The shared system, unless a test needs other settings. */
let system: TestSystem;
beforeAll(async () => {
  shared = await startTestSystem({ pace: () => 20 });
  return () => shared.close();
});
beforeEach(async () => {
  system = shared;
  await forgetSetup(system);
});
/** Gives the rest of a test a system of its own. */
const restart = async (settings: Record<string, string>) => {
  const own = await startTestSystem({ settings, pace: () => 20 });
  onTestFinished(() => own.close());
  system = own;
};

interface Row {
  position: number;
  id: string;
  status: string;
  detail: string;
  actions: { method: string; path: string }[];
  updated_at: string | null;
  [more: string]: unknown;
}
const rows = async (): Promise<Row[]> =>
  (
    await system.api(await system.token({ is_platform_admin: true }))(
      "GET",
      "/admin/setup/checklist",
    )
  ).body.rows;
const row = async (id: string): Promise<Row> =>
  (await rows()).find((entry) => entry.id === id) as Row;
const post = (path: string) => system.admin("POST", `/admin/setup/${path}`);

describe("the checklist", () => {
  test("has the fifteen rows in order, each with a sentence and calls that exist", async () => {
    const found = await rows();
    expect(found.map(({ id }) => id)).toEqual(ORDER);
    expect(found.map(({ position }) => position)).toEqual(ORDER.map((_, i) => i + 1));
    for (const { detail, actions } of found) {
      expect(detail).toMatch(/^[A-Z].{20,}\.$/);
      for (const { method, path } of actions) {
        expect(allRoutes.some((route) => route.method === method && route.path === path)).toBe(
          true,
        );
      }
    }
  });

  test("is for platform admins only", async () => {
    const org = system.api(await system.token({ org_role: "admin" }));
    expect((await org("GET", "/admin/setup/checklist")).status).toBe(403);
  });

  test("shows what a new deployment uses by default", async () => {
    const found = Object.fromEntries((await rows()).map(({ id, status }) => [id, status]));
    expect(found).toMatchObject({
      platform_admin_sign_in: "uses_dev_default",
      counsel_review_hmac_secret: "uses_dev_default",
      public_urls: "uses_dev_default",
      idp_client: "not_set",
      sourcehost_webhook_secret: "not_set",
      oidc_issuer_keypair: "not_set",
      idp_federated_identity: "uses_dev_default",
      cloudb_eventbus_webhook_secret: "not_set",
    });
  });

  test("outside development stages reports a missing counsel secret as not set", async () => {
    await restart({ STAGE: "prod" });
    expect(await row("counsel_review_hmac_secret")).toMatchObject({ status: "not_set" });
    expect(await row("platform_admin_sign_in")).toMatchObject({ status: "provisioned" });
  });

  test("says what the app, the legacy paths and the extractor are missing", async () => {
    const found = new Map((await rows()).map((one) => [one.id, one]));
    expect(found.get("sourcehost_app")?.detail).toContain("SOURCEHOST_APP_ID");
    // Where no API call suffices, the row says which setting to set, and where.
    for (const id of [...ORDER.slice(2, 8), "sourcehost_app"]) {
      expect([id, found.get(id)?.status]).not.toEqual([id, "provisioned"]);
      expect([id, found.get(id)?.detail]).toEqual([
        id,
        expect.stringMatching(/[A-Z_]{8}.*an option of the stage/),
      ]);
    }
    expect(found.get("hosted_llm")?.detail).toContain("No model is set up");
    expect(found.get("idp_federated_identity")?.detail).toContain(
      "Federation is off, and neither IDP_CLIENT_SECRET nor",
    );
    await restart({
      CLOUDC_OAUTH_CLIENT_SECRET: "s",
      IDP_CLIENT_SECRET: "s",
      SOURCEHOST_APP_ID: "1",
    });
    expect(await row("cloudc_oauth_client_secret")).toMatchObject({
      status: "not_set",
      detail: expect.stringContaining("CLOUDC_OAUTH_CLIENT_ID"),
    });
    expect((await row("idp_federated_identity")).detail).toContain("IDP_CLIENT_SECRET is set");
    const private_key_pem = rsaPem();
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
    expect((await row("sourcehost_app")).status).toBe("provisioned");
  });

  test("evaluates the rows that depend on settings, and names what is missing", async () => {
    expect((await row("tenant_cloud_llm")).detail).toContain("TENANT_CLOUD_LLM_ENDPOINT");
    await restart({
      BASE_URL: "https://api.example",
      IDP_CLIENT_ID: "client",
      IDP_TENANT_ID: "directory",
      HOSTED_LLM_API_KEY: "k",
      TENANT_CLOUD_LLM_ENDPOINT: "https://llm.example",
      TENANT_CLOUD_LLM_API_KEY: "k",
      LOCAL_LLM_TUNNEL_URL: "https://tunnel.example",
      CLOUDC_OAUTH_CLIENT_ID: "c",
      CLOUDC_OAUTH_CLIENT_SECRET: "s",
      SOURCEHOST_WEBHOOK_SECRET: "s",
    });
    const found = Object.fromEntries((await rows()).map((entry) => [entry.id, entry]));
    for (const id of [
      "public_urls",
      "idp_client",
      "hosted_llm",
      "local_llm_tunnel",
      "cloudc_oauth_client_secret",
      "sourcehost_webhook_secret",
    ]) {
      expect([id, found[id]?.status]).toEqual([id, "provisioned"]);
    }
    expect(found.tenant_cloud_llm).toMatchObject({
      status: "not_set",
      detail: expect.stringContaining("TENANT_CLOUD_LLM_DEPLOYMENT"),
    });
  });

  test.each([
    ["counsel_review_hmac_secret", "counsel-review-hmac-secret"],
    ["sourcehost_webhook_secret", "sourcehost-webhook-secret"],
    ["cloudb_eventbus_webhook_secret", "cloudb-eventbus-webhook-secret"],
  ])("follows %s through the secret store itself", async (id, name) => {
    const provision = [{ method: "POST", path: `/admin/setup/${name}/provision-secret` }];
    expect((await row(id)).actions).toEqual(provision);
    const store = secretStoreOf(system);
    await store.create(name, "ab".repeat(32));
    expect(await row(id)).toMatchObject({
      detail: expect.stringContaining("not in use"),
      actions: provision,
    });
    await store.client.send(
      new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }),
    );
    await post(`${name}/provision-secret`);
    const provisioned = await row(id);
    expect(provisioned).toMatchObject({
      status: "provisioned",
      actions: [{ method: "POST", path: `/admin/setup/${name}/rotate-secret` }],
    });
    expect(provisioned.updated_at).not.toBeNull();
    await store.client.send(new DeleteSecretCommand({ SecretId: name }));
    expect(await row(id)).toMatchObject({
      status: "not_set",
      detail: expect.stringContaining("missing from the secret store"),
    });
  });

  test("shows which key signs, which signs next, and when", async () => {
    expect(await row("oidc_issuer_keypair")).toMatchObject({
      signing_kid: null,
      next_signing_kid: null,
      activates_at: null,
      overlap_ends_at: null,
    });
    await keepKey(system);
    const { body: first } = await post("oidc-issuer/provision-keypair");
    expect(await row("oidc_issuer_keypair")).toMatchObject({
      status: "provisioned",
      signing_kid: first.kid,
      next_signing_kid: null,
      actions: [{ method: "POST", path: "/admin/setup/oidc-issuer/rotate-keypair" }],
    });
    const { body } = await post("oidc-issuer/rotate-keypair");
    const { activates_at, overlap_ends_at } = body;
    expect(await row("oidc_issuer_keypair")).toMatchObject({
      signing_kid: first.kid,
      next_signing_kid: body.new_kid,
      activates_at,
      overlap_ends_at,
    });
    await system.advance(75 * 60 + 1);
    expect(await row("oidc_issuer_keypair")).toMatchObject({
      signing_kid: body.new_kid,
      next_signing_kid: null,
      overlap_ends_at,
    });
  });

  test("shows federation as amber while the flag is off, with what to copy to the provider", async () => {
    await restart({ IDP_APP_OBJECT_ID: "object" });
    expect(await row("idp_federated_identity")).toMatchObject({
      status: "uses_dev_default",
      federated_credential: {
        issuer: `${system.baseUrl}/oidc`,
        subject: "object",
        audience: "api://AzureADTokenExchange",
      },
    });
    await keepKey(system);
    await post("oidc-issuer/provision-keypair");
    await post("idp-fic/enable");
    const on = await row("idp_federated_identity");
    expect(on).toMatchObject({
      status: "provisioned",
      detail: expect.stringContaining("Before you switch federation off, note that neither"),
    });
    expect(on.actions.map(({ path }) => path)).toContain("/admin/setup/idp-fic/disable");
    await secretStoreOf(system).client.send(
      new DeleteSecretCommand({
        SecretId: "oidc-issuer-private-key-pem",
        ForceDeleteWithoutRecovery: true,
      }),
    );
    expect(await row("idp_federated_identity")).toMatchObject({
      status: "not_set",
      detail: expect.stringMatching(/^First provision the token-issuer key pair\./),
    });
    await post("idp-fic/disable");
    expect(await row("idp_federated_identity")).toMatchObject({ status: "uses_dev_default" });
  });
});
