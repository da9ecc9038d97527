import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { ConfidentialClientApplication, type INetworkModule } from "@azure/msal-node";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { forgetSetup, keepKey } from "#test/support/before-setup.ts";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const CLIENT_ID = "6b7d3b0e-2f6c-4e21-9f7b-111111111111";
const OBJECT_ID = "0c2b6a1f-8f3d-4a6f-8a55-222222222222";
const AUDIENCE = "api://AzureADTokenExchange";

let shared: TestSystem;
/** The shared system, unless a test needs other settings or another time. */
let system: TestSystem;
let idp: FakeIdp;

const start = (settings: Record<string, string> = {}) =>
  startTestSystem({
    // A key in the store may belong to a call that is about to attach it: here the wait is short.
    pace: () => 20,
    settings: {
      IDP_CLIENT_ID: CLIENT_ID,
      IDP_APP_OBJECT_ID: OBJECT_ID,
      IDP_CLIENT_SECRET: "a-legacy-client-secret",
      IDP_TOKEN_URL: idp.tokenUrl,
      ...settings,
    },
  });
/** Gives the rest of a test a system of its own. */
const another = async (settings?: Record<string, string>) => {
  const own = await start(settings);
  onTestFinished(() => own.close());
  system = own;
  await keepKey(system);
  idp.register(registration());
};
beforeAll(async () => {
  idp = await startFakeIdp();
  shared = await start();
});
beforeEach(async () => {
  system = shared;
  await forgetSetup(system);
  await keepKey(system);
  idp.calls.length = 0;
  idp.answers.length = 0;
  idp.register(registration());
});
afterAll(async () => {
  await shared.close();
  await idp.close();
});

const registration = () => ({
  clientId: CLIENT_ID,
  clientSecret: "a-legacy-client-secret",
  issuer: `${system.baseUrl}/oidc`,
  subject: OBJECT_ID,
  audience: AUDIENCE,
});
const post = (path: string) => system.admin("POST", `/admin/setup/${path}`);
const enable = () => post("idp-fic/enable");
const disable = () => post("idp-fic/disable");
const exchange = async () => (await post("idp-fic/test-exchange")).body;
const provision = () => post("oidc-issuer/provision-keypair");
const toggles = async () =>
  (await system.admin("GET", "/admin/audit?action=platform.idp_fic.toggled")).body.items.map(
    ({ context }: { context: unknown }) => context,
  );

describe("switching federation", () => {
  test("on needs the keypair first", async () => {
    expect(await enable()).toMatchObject({
      status: 409,
      body: { code: "keypair_not_provisioned" },
    });
    expect(await toggles()).toEqual([]);
  });

  test("on needs IDP_APP_OBJECT_ID", async () => {
    await another({ IDP_APP_OBJECT_ID: "" });
    await provision();
    expect(await enable()).toMatchObject({
      status: 409,
      body: { code: "idp_app_object_id_missing" },
    });
  });

  test("writes the flag, one revision and one row; a repeat changes nothing", async () => {
    await provision();
    expect((await enable()).body).toEqual({
      status: "enabled",
      previous: false,
      value: true,
      revision: 2,
    });
    expect((await enable()).body).toEqual({
      status: "unchanged",
      previous: true,
      value: true,
      revision: 2,
    });
    expect((await disable()).body).toMatchObject({ status: "disabled", revision: 3 });
    expect((await disable()).body).toMatchObject({ status: "unchanged", revision: 3 });
    expect(await toggles()).toEqual([
      { previous: false, value: true },
      { previous: true, value: false },
    ]);
  });

  test("by two admins at once toggles once", async () => {
    await provision();
    const answers = await Promise.all([enable(), enable(), enable()]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual([
      "enabled",
      "unchanged",
      "unchanged",
    ]);
    expect(await toggles()).toHaveLength(1);
  });

  test("starts from the setting IDP_USE_FEDERATED_IDENTITY until it is first switched", async () => {
    await another({ IDP_USE_FEDERATED_IDENTITY: "true" });
    await provision();
    expect((await enable()).body).toMatchObject({ status: "unchanged", value: true });
    expect((await disable()).body).toMatchObject({ status: "disabled", previous: true });
    expect(await exchange()).toEqual({ ok: true, path: "client_secret" });
  });

  test("is for platform admins only", async () => {
    const org = system.api(await system.token({ org_role: "admin" }));
    for (const action of ["enable", "disable", "test-exchange"]) {
      expect((await org("POST", `/admin/setup/idp-fic/${action}`)).status).toBe(403);
    }
  });
});

/* These tests come first: a function that has seen federation on does not check again at once. */
describe("a token exchange with the client secret", () => {
  test("on the legacy path sends the client secret, from the setting or from the secret store", async () => {
    expect(await exchange()).toEqual({ ok: true, path: "client_secret" });
    expect(idp.calls[0]?.form).toEqual({
      client_id: CLIENT_ID,
      scope: "https://graph.microsoft.com/.default",
      grant_type: "client_credentials",
      client_secret: "a-legacy-client-secret",
    });
    await another({ IDP_CLIENT_SECRET: "" });
    expect((await post("idp-fic/test-exchange")).body.code).toBe("idp_not_configured");
    await secretStoreOf(system).create("idp-client-secret", "a-legacy-client-secret");
    expect(await exchange()).toEqual({ ok: true, path: "client_secret" });
    const deletion = new DeleteSecretCommand({ SecretId: "idp-client-secret" });
    await secretStoreOf(system).client.send(deletion);
    await system.advance(31);
    expect(await post("idp-fic/test-exchange")).toMatchObject({
      status: 409,
      body: { code: "idp_not_configured" },
    });
  });

  test("with a wrong client secret says so", async () => {
    idp.register({ ...registration(), clientSecret: "another" });
    expect(await exchange()).toMatchObject({
      ok: false,
      path: "client_secret",
      code: "invalid_client_secret",
    });
  });

  test.each([
    [{ error: "x", error_description: "AADSTS700021: no match" }, "idp_error"],
    [{ error: "x", error_description: "AADSTS70021: no match" }, "no_matching_federated_record"],
    [{ error: "invalid_client", error_codes: [50166] }, "invalid_assertion"],
    [{ error: "invalid_client", error_codes: [700024] }, "assertion_expired"],
    ["<html>", "idp_error"],
    [null, "idp_error"],
    [{ error_codes: "7000215" }, "idp_error"],
    [{ error_description: { toString: 1 } }, "idp_error"],
    [{ error_codes: [{ toString: 1 }, 50166] }, "invalid_assertion"],
  ])("answered with %j is %s", async (body, code) => {
    idp.answers.push({ status: 401, body });
    expect((await exchange()).code).toBe(code);
  });

  test.each([{}, { access_token: "" }, { access_token: 5 }, []])(
    "answered 200 with %j is not a success",
    async (body) => {
      idp.answers.push({ status: 200, body });
      expect(await exchange()).toMatchObject({ ok: false, code: "idp_error" });
    },
  );

  test("does not follow a redirect with the credential", async () => {
    idp.answers.push({ status: 307, headers: { location: `${idp.tokenUrl}/elsewhere` } });
    expect(await exchange()).toMatchObject({ ok: false, code: "idp_unreachable" });
    expect(idp.calls).toHaveLength(1);
  });

  test("with a provider that is down is unreachable", async () => {
    const down = await startFakeIdp();
    await down.close();
    await another({ IDP_TOKEN_URL: down.tokenUrl });
    expect(await exchange()).toMatchObject({ ok: false, code: "idp_unreachable" });
  });
});

describe("a token exchange", () => {
  test("with an assertion satisfies a strict provider", async () => {
    await provision();
    await enable();
    expect(await exchange()).toEqual({ ok: true, path: "federated" });
    expect(await exchange()).toEqual({ ok: true, path: "federated" });
    const [one, two] = idp.calls.map(({ form }) => decodeJwt(form.client_assertion ?? ""));
    expect(one).toMatchObject({ iss: `${system.baseUrl}/oidc`, sub: OBJECT_ID, aud: AUDIENCE });
    expect(one?.jti).not.toBe(two?.jti);
    expect(idp.calls[0]?.form.client_secret).toBeUndefined();
  });

  test("after a rotation uses the previous key, then the new one, and is never refused", async () => {
    await another();
    const { body: first } = await provision();
    await enable();
    const { body: rotated } = await post("oidc-issuer/rotate-keypair");
    expect(await exchange()).toEqual({ ok: true, path: "federated" });
    const kid = () => decodeProtectedHeader(idp.calls.at(-1)?.form.client_assertion ?? "").kid;
    expect(kid()).toBe(first.kid);
    await system.advance(75 * 60 + 1);
    const later = system.api(await system.token({ is_platform_admin: true }));
    await later("POST", "/admin/setup/idp-fic/test-exchange");
    expect(kid()).toBe(rotated.new_kid);
  });

  test("without a client id is refused before anything is sent", async () => {
    await another({ IDP_CLIENT_ID: "" });
    expect(await post("idp-fic/test-exchange")).toMatchObject({
      status: 409,
      body: { code: "idp_not_configured" },
    });
    expect(idp.calls).toEqual([]);
  });

  test.each([
    [{ subject: OBJECT_ID.toUpperCase() }, "no_matching_federated_record"],
    [{ audience: "api://azureadtokenexchange" }, "no_matching_federated_record"],
  ])("refused with %j names issuer, subject and audience to copy", async (wrong, code) => {
    await provision();
    await enable();
    idp.register({ ...registration(), ...wrong });
    const answer = await exchange();
    expect(answer).toMatchObject({ ok: false, path: "federated", code });
    for (const exact of [`${system.baseUrl}/oidc`, OBJECT_ID, AUDIENCE]) {
      expect(answer.hint).toContain(exact);
    }
    expect(idp.calls).toHaveLength(1);
  });
});

describe("compared with the vendor's own client", () => {
  test("our token request is the same field by field, telemetry aside", async () => {
    await provision();
    await enable();
    await exchange();
    const ours = idp.calls[0];
    const assertion = ours?.form.client_assertion ?? "";
    const application = new ConfidentialClientApplication({
      auth: {
        clientId: CLIENT_ID,
        authority: "https://login.microsoftonline.com/directory",
        clientAssertion: assertion,
      },
      system: { networkClient: redirectedTo(idp) },
    });
    idp.answers.push({
      status: 200,
      body: { token_type: "Bearer", expires_in: 3599, access_token: "t" },
    });
    await application.acquireTokenByClientCredential({
      scopes: ["https://graph.microsoft.com/.default"],
    });
    const theirs = idp.calls.at(-1);
    expect(withoutTelemetry(theirs?.form)).toEqual(ours?.form);
    expect(theirs).toMatchObject({ path: ours?.path, method: ours?.method });
    const type = (call: typeof ours) => String(call?.headers["content-type"]).toLowerCase();
    expect(type(theirs)).toBe(type(ours));
  });
});

const withoutTelemetry = (form: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(form).filter(([name]) => !/^(x-|client-request-id|client_info)/.test(name)),
  );

/** MSAL's network module, with discovery answered here and the token call sent to the fake. */
function redirectedTo({ tokenUrl }: FakeIdp): INetworkModule {
  const authority = "https://login.microsoftonline.com/directory";
  const send = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    return { status: response.status, headers: {}, body: await response.json() };
  };
  return {
    sendGetRequestAsync: async (url) => ({
      status: 200,
      headers: {},
      body: (url.includes("discovery/instance")
        ? { tenant_discovery_endpoint: `${authority}/v2.0`, metadata: [] }
        : {
            issuer: `${authority}/v2.0`,
            authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
            token_endpoint: `${authority}/oauth2/v2.0/token`,
            jwks_uri: `${authority}/discovery/v2.0/keys`,
          }) as never,
    }),
    sendPostRequestAsync: async (url, options) => {
      const redirected = url.replace(/^https:\/\/[^/]+/, new URL(tokenUrl).origin);
      return (await send(redirected.split("?")[0] ?? "", {
        method: "POST",
        headers: options?.headers ?? {},
        body: options?.body ?? "",
      })) as never;
    },
  };
}
