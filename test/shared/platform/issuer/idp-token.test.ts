import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EMPTY_DEPLOYMENT } from "#shared/domain/setup/deployment.ts";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";

const NOW = "2026-11-20T10:00:00.000Z";
const later = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

let idp: FakeIdp;
let waits: number[];
beforeEach(async () => {
  idp = await startFakeIdp();
  waits = [];
  vi.resetModules();
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("BASE_URL", "https://app.example");
  vi.stubEnv("IDP_CLIENT_ID", "client");
  vi.stubEnv("IDP_CLIENT_SECRET", "secret");
  vi.stubEnv("IDP_TOKEN_URL", idp.tokenUrl);
  idp.register({
    clientId: "client",
    clientSecret: "secret",
    issuer: "https://app.example/oidc",
    subject: "object",
    audience: "a",
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await idp.close();
});

/** Waiting takes no time here, and is counted as if it had. */
async function getToken(now = NOW, budgetMs = 10_000) {
  const { getIdpToken } = await import("#shared/platform/issuer/idp-token.ts");
  return getIdpToken(
    { now, deployment: EMPTY_DEPLOYMENT },
    {
      budgetMs,
      elapsedMs: () => waits.reduce((sum, ms) => sum + ms, 0),
      pause: async (ms) => waits.push(ms),
    },
  );
}

const refused = (number: number, status = 401) => ({
  status,
  body: { error: "invalid_client", error_codes: [number] },
});

describe("a token of the identity provider", () => {
  test("is asked for once and kept until shortly before it ends", async () => {
    expect(await getToken()).toMatchObject({ ok: true, accessToken: "an-access-token" });
    expect(await getToken(later(3200))).toMatchObject({ ok: true });
    expect(idp.calls).toHaveLength(1);
    expect(await getToken(later(3400))).toMatchObject({ ok: true });
    expect(idp.calls).toHaveLength(2);
  });

  test("is not kept when the other path is in force", async () => {
    await getToken();
    vi.stubEnv("IDP_USE_FEDERATED_IDENTITY", "true");
    await expect(getToken()).rejects.toMatchObject({ code: "idp_app_object_id_missing" });
  });

  test.each([
    ["a federated record that has not spread yet", refused(700211)],
    ["a busy provider", { status: 429, body: {} }],
    ["a failing provider", { status: 503, body: {} }],
  ])("is asked for again after %s, with growing pauses", async (_, answer) => {
    idp.answers.push(answer, answer);
    expect(await getToken()).toMatchObject({ ok: true });
    expect(waits).toEqual([500, 1000]);
  });

  test("waits as long as the provider asks for", async () => {
    idp.answers.push({ status: 429, body: {}, headers: { "retry-after": "3" } });
    expect(await getToken()).toMatchObject({ ok: true });
    expect(waits).toEqual([3000]);
  });

  test.each([
    ["a wrong secret", refused(7000215)],
    ["an assertion the provider cannot validate", refused(7000272)],
    ["an unknown refusal", refused(1, 400)],
  ])("is not asked for again after %s", async (_, answer) => {
    idp.answers.push(answer);
    expect((await getToken()).ok).toBe(false);
    expect(waits).toEqual([]);
    expect(idp.calls).toHaveLength(1);
  });

  test("is given up within the budget", async () => {
    idp.answers.push(...Array.from({ length: 20 }, () => refused(700211)));
    expect(await getToken()).toMatchObject({ ok: false, code: "no_matching_federated_record" });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(10_000);
    idp.answers.splice(0, 20, {
      status: 429,
      body: {},
      headers: { "retry-after": "3600" },
    });
    waits = [];
    expect(await getToken()).toMatchObject({ ok: false });
    expect(waits).toEqual([]);
  });
});
