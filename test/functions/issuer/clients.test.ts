import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const HOUR_MS = 3_600_000;
const MINUTE_S = 60;

let system: TestSystem;
let idp: FakeIdp;
beforeAll(async () => {
  idp = await startFakeIdp();
  system = await startTestSystem({
    settings: {
      IDP_CLIENT_ID: "client",
      IDP_APP_OBJECT_ID: "object",
      IDP_TOKEN_URL: idp.tokenUrl,
    },
  });
  await call("POST", "oidc-issuer/provision-keypair");
  await call("POST", "idp-fic/enable");
  return async () => {
    await system.close();
    await idp.close();
  };
});
/** Signs in again each time, because the clock moves past a token's expiry. */
const call = async (method: string, path: string, body?: unknown) =>
  system.api(await system.token({ is_platform_admin: true }))(method, `/admin/setup/${path}`, body);

/** A token as a verifier receives it: the assertion of a real exchange. */
async function mint(): Promise<string> {
  await call("POST", "idp-fic/test-exchange");
  return idp.calls.at(-1)?.form.client_assertion ?? "";
}

const issuer = () => `${system.baseUrl}/oidc`;

describe("third-party clients accept the issuer", () => {
  test("openid-client discovers it successfully", async () => {
    const found = await oidc.discovery(new URL(issuer()), "client", undefined, undefined, {
      execute: [oidc.allowInsecureRequests],
    });
    expect(found.serverMetadata()).toMatchObject({
      issuer: issuer(),
      jwks_uri: `${issuer()}/jwks`,
    });
  });

  test("oauth4webapi accepts the discovery document for exactly this issuer", async () => {
    const options = { [oauth.allowInsecureRequests]: true };
    const response = () => oauth.discoveryRequest(new URL(issuer()), options);
    const server = await oauth.processDiscoveryResponse(new URL(issuer()), await response());
    expect(server.jwks_uri).toBe(`${issuer()}/jwks`);
    await expect(
      oauth.processDiscoveryResponse(new URL(`${issuer()}/x`), await response()),
    ).rejects.toThrow();
  });

  test("jose verifies a minted token with the remote JWKS", async () => {
    const jwks = createRemoteJWKSet(new URL(`${issuer()}/jwks`));
    const { payload } = await jwtVerify(await mint(), jwks, {
      issuer: issuer(),
      audience: "api://AzureADTokenExchange",
      subject: "object",
      algorithms: ["RS256"],
      requiredClaims: ["jti", "iat", "nbf", "exp"],
    });
    expect((payload.exp as number) - (payload.iat as number)).toBe(330);
  });
});

/** jose's remote JWKS, limited like the identity provider to one fetch an hour. */
const strictVerifier = () => {
  const jwks = createRemoteJWKSet(new URL(`${issuer()}/jwks`), {
    cacheMaxAge: HOUR_MS,
    cooldownDuration: HOUR_MS,
  });
  /** Uses the system's clock, but only while verifying, because this process has its own clock. */
  return async (token: string, now: number = Date.now()) => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    try {
      return await jwtVerify(token, jwks, { issuer: issuer() });
    } finally {
      vi.useRealTimers();
    }
  };
};

describe("rotations", () => {
  test("are noticed by a verifier that caches for an hour when the new key signs at once, as in an emergency", async () => {
    const verify = strictVerifier();
    await verify(await mint());
    await call("POST", "oidc-issuer/rotate-keypair", { emergency: true });
    await expect(verify(await mint())).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
  });

  test("go unnoticed by any such verifier otherwise, whenever it started", async () => {
    const verifiers: ReturnType<typeof strictVerifier>[] = [];
    const earlier = idp.calls.length;
    // From now on, nobody is shown what was published before the key above.
    await system.advance(31);
    const advance = (minutes: number) => system.advance(minutes * MINUTE_S);
    const everyoneVerifies = async () => {
      const token = await mint();
      const now = Date.parse(await system.advance(0));
      for (const verify of verifiers) await verify(token, now);
    };
    for (const _ of ["first", "second"]) {
      for (let step = 0; step < sized(4, 2); step += 1) {
        verifiers.push(strictVerifier());
        await everyoneVerifies();
        await advance(sized(15, 30));
      }
      expect((await call("POST", "oidc-issuer/rotate-keypair")).status).toBe(200);
      for (let step = 0; step < sized(10, 5); step += 1) {
        verifiers.push(strictVerifier());
        await everyoneVerifies();
        await advance(sized(10, 20));
      }
      await advance(24 * 60);
    }
    const since = idp.calls.slice(earlier);
    expect(new Set(since.map(({ form }) => kidIn(form.client_assertion))).size).toBe(3);
    noteSweep("the issuer's rotations: verifiers that began at another time", verifiers.length);
  });
});

const kidIn = (token = "") =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;
