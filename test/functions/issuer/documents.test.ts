import { describe, expect, onTestFinished, test } from "vitest";
import { forgetSetup } from "#test/support/before-setup.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const DISCOVERY = "/oidc/.well-known/openid-configuration";
const JWKS = "/oidc/jwks";

const system = suiteSystem({ functions: "deployed" });

/** Restores the state before the keypair was provisioned: nobody remembers what was published. */
async function forget(): Promise<void> {
  await forgetSetup(system);
  await system.advance(31);
}

const provision = (of: TestSystem = system) =>
  of.admin("POST", "/admin/setup/oidc-issuer/provision-keypair");
const get = (path: string, headers?: Record<string, string>) =>
  system.api()("GET", path, undefined, headers);

describe.each([
  [DISCOVERY, 3600],
  [JWKS, 300],
])("%s", (path, maxAge) => {
  // A key takes time to make, so the tests below read what this one provisions.
  test("answers 503 until the keypair is provisioned, and 200 immediately afterwards", async () => {
    await forget();
    const before = await get(path);
    expect(before).toMatchObject({ status: 503, body: { code: "oidc_issuer_not_provisioned" } });
    expect(before.headers.get("cache-control")).toBe("no-store");
    expect(before.headers.get("retry-after")).toBe("30");
    expect(before.headers.get("access-control-allow-origin")).toBe("*");
    expect((await system.api()("HEAD", path)).status).toBe(503);
    await provision();
    expect((await get(path)).status).toBe(200);
  });

  test("carries the headers of a public, cacheable document", async () => {
    const { headers } = await get(path, { origin: "https://elsewhere.example" });
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("cache-control")).toBe(`public, max-age=${maxAge}`);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("answers 304 without a body to a caller that has it already", async () => {
    const etag = (await get(path)).headers.get("etag") as string;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get(path, { "if-none-match": known });
      expect(again).toMatchObject({ status: 304, text: "" });
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toBe(`public, max-age=${maxAge}`);
    }
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("answers HEAD like GET, without the body", async () => {
    const whole = await get(path);
    const head = await system.api()("HEAD", path);
    expect(head).toMatchObject({ status: 200, text: "" });
    for (const name of ["etag", "cache-control", "content-type", "content-length"]) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });
});

describe("the discovery document", () => {
  test("names the issuer from the configuration, never from the Host header", async () => {
    const { body } = await get(DISCOVERY, { "x-forwarded-host": "evil.example" });
    expect(body).toEqual({
      issuer: `${system.baseUrl}/oidc`,
      jwks_uri: `${system.baseUrl}/oidc/jwks`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      scopes_supported: ["openid"],
      claims_supported: ["iss", "sub", "aud", "jti", "iat", "nbf", "exp"],
    });
  });

  test("follows OIDC_ISSUER_URL, without a trailing slash", async () => {
    const other = await startTestSystem({
      settings: { OIDC_ISSUER_URL: "https://id.example/oidc/" },
    });
    onTestFinished(() => other.close());
    await provision(other);
    expect((await other.api()("GET", DISCOVERY)).body).toMatchObject({
      issuer: "https://id.example/oidc",
      jwks_uri: "https://id.example/oidc/jwks",
    });
  });
});

describe("the JWKS", () => {
  test("shows both keys within 30 s of a rotation, under a new ETag", async () => {
    await forget();
    const { body: first } = await provision();
    const before = await get(JWKS);
    expect(before.body.keys.map(({ kid }: { kid: string }) => kid)).toEqual([first.kid]);
    const { body } = await system.admin("POST", "/admin/setup/oidc-issuer/rotate-keypair");
    await system.advance(30);
    const after = await get(JWKS, { "if-none-match": before.headers.get("etag") as string });
    expect(after.status).toBe(200);
    expect(after.body).toEqual(body.public_key_jwks);
    for (const key of after.body.keys) {
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    }
  });
});
