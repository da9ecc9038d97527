import { IdentityPoolClient } from "google-auth-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTokenCache } from "#shared/domain/discovery/cloudc/token-cache.ts";
import {
  exchangeRefreshToken,
  exchangeWif,
  type WifPorts,
} from "#shared/domain/discovery/cloudc/token-flow.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { apiError, type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";

const audience =
  "//iam.googleapis.com/projects/123456789/locations/global/workloadIdentityPools/countersign/providers/main-oidc";
const identity = {
  tenantId: "5d8a3fb0-33ff-4c6e-95a6-0a0f3d6a2f1c",
  audience,
  serviceAccountEmail: "discovery-reader@my-project.iam.gserviceaccount.com",
};
const jwtOf = (n: number) => `eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOiI${n}.c2lnbmF0dXJl${n}`;

let cloud: CloudcServer;
let minted: { audience: string; subject: string; jwt: string }[];
let slept: number[];
let ports: WifPorts;

beforeEach(async () => {
  cloud = await startCloudc(smallEstate(["my-project"], ["us-central1"]));
  minted = [];
  slept = [];
  ports = {
    http: upstreamHttp(),
    endpoints: {
      sts: cloud.url,
      iamCredentials: cloud.url,
      resourceManager: cloud.url,
      aiPlatform: cloud.url,
      notebooks: cloud.url,
      oauthToken: `${cloud.url}/token`,
    },
    sleep: async (ms) => slept.push(ms) > 0,
    random: () => 0.5,
    now: () => Date.now(),
    mint: async (to, subject) => {
      const jwt = jwtOf(minted.length + 1);
      minted.push({ audience: to, subject, jwt });
      return { ok: true, jwt };
    },
  };
});

afterEach(() => cloud.close());

const faultOf = async () => {
  const outcome = await exchangeWif(identity, ports);
  if (outcome.ok) throw new Error("The exchange went well.");
  return outcome.fault;
};

describe("the federation token flow", () => {
  test("sends what google-auth-library's IdentityPoolClient sends, field by field", async () => {
    const theirs = new IdentityPoolClient({
      type: "external_account",
      audience,
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `${cloud.url}/v1/token`,
      service_account_impersonation_url: `${cloud.url}/v1/projects/-/serviceAccounts/${identity.serviceAccountEmail}:generateAccessToken`,
      subject_token_supplier: { getSubjectToken: async () => jwtOf(1) },
    });
    await theirs.getAccessToken();
    const ours = await exchangeWif(identity, ports);
    expect(ours.ok).toBe(true);
    const [theirSts, theirImpersonation, ourSts, ourImpersonation] = cloud.exchanges;
    const form = (body = "") => Object.fromEntries(new URLSearchParams(body));
    expect(form(ourSts?.body)).toEqual(form(theirSts?.body));
    expect(ourSts?.path).toBe(theirSts?.path);
    expect(ourSts?.headers["content-type"]?.split(";")[0]).toBe(
      theirSts?.headers["content-type"]?.split(";")[0],
    );
    expect(ourSts?.headers.authorization).toBe(theirSts?.headers.authorization);
    expect(ourImpersonation?.path).toBe(theirImpersonation?.path);
    expect(JSON.parse(ourImpersonation?.body ?? "")).toEqual(
      JSON.parse(theirImpersonation?.body ?? ""),
    );
    expect(ourImpersonation?.headers.authorization).toMatch(/^Bearer ya29\.d\.federated-\d+$/);
  });

  test("the subject token is for that audience and subject discovery-<tenant>", async () => {
    await exchangeWif(identity, ports);
    expect(minted).toEqual([
      { audience, subject: `discovery-${identity.tenantId}`, jwt: jwtOf(1) },
    ]);
  });

  test("a retry never reuses a subject token, and waits longer each time", async () => {
    cloud.fault = ({ path }, nth) =>
      path === "/v1/token" && nth < 3 ? { status: 503, body: "busy" } : null;
    expect((await exchangeWif(identity, ports)).ok).toBe(true);
    const sent = cloud.exchanges
      .filter(({ path }) => path === "/v1/token")
      .map(({ body }) => new URLSearchParams(body).get("subject_token"));
    expect(sent).toEqual([jwtOf(1), jwtOf(2), jwtOf(3)]);
    expect(slept).toEqual([375, 750]);
  });

  test("an STS refusal keeps the upstream's message and code, and is not retried", async () => {
    cloud.fault = ({ path }) =>
      path === "/v1/token"
        ? {
            status: 400,
            body: {
              error: "invalid_grant",
              error_description: "The issuer in ID Token does not match the expected one.",
            },
          }
        : null;
    expect(await faultOf()).toEqual({
      stage: "sts",
      http_status: 400,
      code: "invalid_grant",
      description: "The issuer in ID Token does not match the expected one.",
    });
    expect(cloud.exchanges).toHaveLength(1);
  });

  test("an impersonation refusal keeps the upstream's message and reason", async () => {
    const words =
      "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).";
    cloud.fault = ({ path }) =>
      path.endsWith(":generateAccessToken")
        ? apiError(403, "PERMISSION_DENIED", "IAM_PERMISSION_DENIED", words)
        : null;
    expect(await faultOf()).toEqual({
      stage: "impersonation",
      http_status: 403,
      code: "IAM_PERMISSION_DENIED",
      description: words,
    });
  });

  test("an upstream that echoes the tokens it was sent gets none of them into the fault", async () => {
    cloud.fault = ({ path, body, headers }) =>
      path === "/v1/token" && body.includes(jwtOf(1))
        ? { status: 400, body: { error: "invalid_grant", error_description: `Bad ${jwtOf(1)}!` } }
        : path.endsWith(":generateAccessToken")
          ? apiError(403, "PERMISSION_DENIED", undefined, `No: ${headers.authorization}`)
          : null;
    expect((await faultOf()).description).toBe("Bad [redacted]!");
    expect((await faultOf()).description).toBe("No: Bearer [redacted]");
  });

  test.each([
    [{ status: 200, body: "<html>" }, "malformed_response"],
    [{ status: 200, body: { access_token: "" } }, "malformed_response"],
    [{ status: 200, body: { access_token: "a\r\nb" } }, "malformed_response"],
    [{ status: 404, body: "<html>not here</html>" }, "http_404"],
    [{ status: 302, body: "", headers: { location: "http://169.254.169.254/" } }, "http_302"],
  ])("the answer %j becomes the code %s", async (answer, code) => {
    cloud.fault = () => answer;
    expect((await faultOf()).code).toBe(code);
  });

  test("if nobody listens at the address, the fault says so and has no status", async () => {
    ports.endpoints = { ...ports.endpoints, sts: "http://127.0.0.1:1" };
    expect(await faultOf()).toMatchObject({
      stage: "sts",
      http_status: null,
      code: "unreachable",
    });
  });

  test("without a signing key, nothing is sent and the fault says so", async () => {
    ports.mint = async () => ({
      ok: false,
      code: "oidc_issuer_not_provisioned",
      description: "The issuer has no key yet.",
    });
    expect(await faultOf()).toMatchObject({ stage: "sts", code: "oidc_issuer_not_provisioned" });
    expect(cloud.requests).toBe(0);
  });

  test("an STS that cannot read the platform's keys is distinguished from one that refuses the customer's trust", async () => {
    const refusedWith = async (error_description: string) => {
      cloud.fault = () => ({ status: 400, body: { error: "invalid_grant", error_description } });
      return exchangeWif(identity, ports);
    };
    expect(await refusedWith("Error connecting to the given credential's issuer.")).toMatchObject({
      ok: false,
      fault: { stage: "sts", code: "issuer_unreachable" },
    });
    expect(
      await refusedWith("The audience in ID Token does not match the expected audience."),
    ).toMatchObject({ ok: false, fault: { stage: "sts", code: "invalid_grant" } });
  });

  test("the legacy path exchanges a refresh token; a refusal reveals neither secret", async () => {
    const legacy = { clientId: "client", clientSecret: "s3cr3t-value", refreshToken: "1//refresh" };
    const outcome = await exchangeRefreshToken(legacy, ports);
    expect(outcome).toMatchObject({ ok: true, token: { token: "ya29.refreshed-1" } });
    expect(Object.fromEntries(new URLSearchParams(cloud.exchanges[0]?.body))).toEqual({
      grant_type: "refresh_token",
      client_id: "client",
      client_secret: "s3cr3t-value",
      refresh_token: "1//refresh",
    });
    const words = "Token 1//refresh of s3cr3t-value has been expired or revoked.";
    cloud.fault = () => ({
      status: 400,
      body: { error: "invalid_grant", error_description: words },
    });
    expect(await exchangeRefreshToken(legacy, ports)).toEqual({
      ok: false,
      fault: {
        stage: "refresh",
        http_status: 400,
        code: "invalid_grant",
        description: "Token [redacted] of [redacted] has been expired or revoked.",
      },
    });
  });
});

describe("the cache of access tokens", () => {
  const good = (token: string, expiresAt: number) => async () =>
    ({ ok: true, token: { token, expiresAt } }) as const;

  test("a token is used until two minutes before it expires, per connection", async () => {
    let now = 0;
    const cache = createTokenCache(() => now);
    await cache.get("a", good("first", 3_600_000));
    now = 3_479_999;
    expect(await cache.get("a", good("second", 7_200_000))).toMatchObject({
      token: { token: "first" },
    });
    expect(await cache.get("b", good("other", 7_200_000))).toMatchObject({
      token: { token: "other" },
    });
    now = 3_480_000;
    expect(await cache.get("a", good("second", 7_200_000))).toMatchObject({
      token: { token: "second" },
    });
  });

  test("concurrent callers share one exchange; a failure is not cached", async () => {
    const cache = createTokenCache(() => 0);
    let exchanges = 0;
    const failing = async () => {
      exchanges += 1;
      const fault = { stage: "sts", http_status: 400, code: "x", description: "x" } as const;
      return { ok: false, fault } as const;
    };
    await Promise.all([cache.get("a", failing), cache.get("a", failing)]);
    expect(exchanges).toBe(1);
    expect(await cache.get("a", good("later", 1e9))).toMatchObject({ ok: true });
  });

  test("a refused token is dropped, a newer one is not", async () => {
    const cache = createTokenCache(() => 0);
    await cache.get("a", good("first", 1e9));
    cache.drop("a", "first");
    await cache.get("a", good("second", 1e9));
    cache.drop("a", "first");
    expect(await cache.get("a", good("third", 1e9))).toMatchObject({ token: { token: "second" } });
  });
});
