import { randomBytes, randomUUID } from "node:crypto";
import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keyId } from "#shared/domain/reviews/keyring.ts";
import { credentialEntries } from "#shared/domain/setup/credentials.ts";
import { forgetSetup } from "#test/support/before-setup.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const NAME = "counsel-review-hmac-secret";

let system: TestSystem;
let store: SecretStore;

let shared: TestSystem;

const use = (one: TestSystem) => {
  system = one;
  store = secretStoreOf(system);
};
/** Starts another system, which is closed at the end of the test. */
const start = async (settings: Record<string, string>) => {
  use(await startTestSystem({ settings, pace: () => 20 }));
};
beforeAll(async () => {
  // Calls that wait for another call's half-done work check again sooner.
  shared = await startTestSystem({ pace: () => 20 });
  return () => shared.close();
});
beforeEach(async () => {
  use(shared);
  await forgetSetup(shared);
  return () => (system === shared ? undefined : system.close());
});

const call = (operation: "provision" | "rotate") =>
  system.admin("POST", `/admin/setup/${NAME}/${operation}-secret`);
const ring = async (version?: string) => JSON.parse(await store.value(NAME, version));
const secretsIn = (stored: { current: { secret: string }; retired: { secret: string }[] }) =>
  [stored.current, ...stored.retired].map(({ secret }) => secret);

async function decide(): Promise<{ signed: Record<string, string>; signature: string }> {
  const review = await commission(system);
  const { body } = await system.api()("POST", `/counsel/review/${review.token}/decide`, {
    decision: "approved",
  });
  const { body: record } = await system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
  const { decided_at } = body;
  const signed = {
    decision: "approved",
    counsel_email: review.email,
    nonce: record.nonce,
    decided_at,
  };
  return { signed, signature: body.decision_signature };
}

/** Requests a review from a system that refuses it. Returns the request and the answer. */
async function refusedOrder() {
  const framework_id = `fw_${randomUUID().slice(0, 8)}`;
  const book = `/admin/frameworks/${framework_id}`;
  await expectStatus(system.admin("PUT", book, { display_name: "A framework" }), 200);
  const rules = { rules: [ruleText("rule.a")] };
  await expectStatus(system.admin("PUT", `${book}/rules`, rules), 200);
  const given = { framework_id, display_name: "Ada", email: "ada@law.example" };
  const { body } = await expectStatus(system.admin("POST", "/admin/counsel", given), 201);
  const order = { framework_id, rule_use_case_ids: ["rule.a"], counsel_id: body.id };
  return { order, answer: await system.admin("POST", "/admin/rule-reviews", order) };
}

const verify = async ({ signed, signature }: Awaited<ReturnType<typeof decide>>) =>
  (await system.admin("POST", "/admin/signatures/verify", { ...signed, signature })).body;

describe("the counsel-review secret", () => {
  test("is provisioned once, with its hash as key id, and shown nowhere", async () => {
    const first = await call("provision");
    const { current, retired } = await ring();
    expect(current.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(retired).toEqual([]);
    expect(first.body).toEqual({
      status: "provisioned",
      key_id: keyId(current.secret),
      secret_version_id: await store.version(NAME),
      revision: 1,
    });
    expect((await call("provision")).body).toEqual({
      ...first.body,
      status: "already_provisioned",
    });
    const { text } = await system.admin("GET", `/admin/audit?resource_id=${NAME}`);
    expect(text).toContain("platform.counsel_review_hmac_secret.provisioned");
    expect([first.text, text, ...system.rawLines].join("\n")).not.toContain(current.secret);
  });

  test("signs new reviews at once after provisioning and after rotation; earlier ones still verify", async () => {
    const underDefault = await decide();
    const { body: first } = await call("provision");
    const underFirst = await decide();
    expect(await verify(underFirst)).toEqual({ verified: true, key_id: first.key_id });
    const { body: second } = await call("rotate");
    expect(second).toMatchObject({ status: "rotated", revision: 2 });
    const underSecond = await decide();
    expect(await verify(underSecond)).toEqual({ verified: true, key_id: second.key_id });
    expect(await verify(underFirst)).toEqual({ verified: true, key_id: first.key_id });
    expect((await verify(underDefault)).verified).toBe(true);
  });

  test("keeps every earlier secret through many rotations", async () => {
    await call("provision");
    const all = [(await ring()).current.secret];
    for (let i = 0; i < 4; i += 1) {
      await call("rotate");
      all.unshift((await ring()).current.secret);
    }
    const stored = await ring();
    expect(new Set(secretsIn(stored))).toEqual(new Set(all));
    expect(stored.retired.every((key: { retired_at: string }) => key.retired_at)).toBe(true);
  });

  test("rotated by three admins at once loses no secret that was ever in use", async () => {
    await call("provision");
    const answers = await Promise.all([call("rotate"), call("rotate"), call("rotate")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const stored = await ring();
    const held = new Set(secretsIn(stored).map(keyId));
    const { body } = await system.admin("GET", `/admin/audit?resource_id=${NAME}`);
    for (const { context } of body.items) expect(held).toContain(context.key_id);
    expect((await call("provision")).body).toMatchObject({
      status: "already_provisioned",
      key_id: stored.current.key_id,
    });
  });

  test("is recovered when provisioning stopped after writing the secret store", async () => {
    const secret = "ab".repeat(32);
    const current = { key_id: keyId(secret), secret, created_at: "2026-01-01T00:00:00.000Z" };
    await store.create(NAME, JSON.stringify({ version: 1, current, retired: [] }));
    expect((await call("provision")).body).toMatchObject({
      status: "recovered",
      key_id: keyId(secret),
    });
  });

  test("written beside the API without its predecessors is never attached over them", async () => {
    await call("provision");
    const { current } = await ring();
    const other = { ...current, secret: "ef".repeat(32), key_id: keyId("ef".repeat(32)) };
    await store.put(NAME, JSON.stringify({ version: 1, current: other, retired: [] }));
    expect((await call("provision")).body).toMatchObject({
      status: "already_provisioned",
      key_id: current.key_id,
    });
    await store.put(NAME, "no keyring at all");
    expect((await call("rotate")).body.status).toBe("rotated");
    expect(secretsIn(await ring())).toContain(current.secret);
  });

  test("whose entry was lost keeps what the new entry has, and signs with a new secret", async () => {
    await call("provision");
    const copy = await ring();
    await call("rotate");
    const deletion = { SecretId: NAME, ForceDeleteWithoutRecovery: true };
    await store.client.send(new DeleteSecretCommand(deletion));
    await store.create(NAME, JSON.stringify(copy));
    const { body: checklist } = await system.admin("GET", "/admin/setup/checklist");
    expect(checklist.rows[1]).toMatchObject({
      status: "not_set",
      detail: expect.stringContaining("not in use: provision it again"),
    });
    expect((await call("rotate")).body).toMatchObject({
      code: "secret_not_usable",
      detail: expect.stringContaining("missing"),
    });
    const { body } = await call("provision");
    const { current, retired } = await ring();
    expect(body).toMatchObject({ status: "recovered", key_id: current.key_id });
    // The copy may be an old one, and a secret that was replaced never signs again.
    expect(retired).toMatchObject([{ secret: copy.current.secret }]);
    expect(await verify(await decide())).toEqual({ verified: true, key_id: current.key_id });
    expect((await call("provision")).body).toEqual({ ...body, status: "already_provisioned" });
    expect((await call("rotate")).body.status).toBe("rotated");
  });

  test("whose entry is marked for deletion: a decision answers 503, and the request stays open", async () => {
    await call("provision");
    const review = await commission(system);
    await store.client.send(new DeleteSecretCommand({ SecretId: NAME }));
    await system.advance(31);
    const path = `/counsel/review/${review.token}/decide`;
    const answer = await system.api()("POST", path, { decision: "approved" });
    expect([answer.status, answer.body.code]).toEqual([503, "dependency_unavailable"]);
    const { body } = await system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.decided_at).toBeNull();
  });

  test("that is not a keyring is refused with a reason, not with a 500", async () => {
    await store.create(NAME, "no keyring");
    expect(await call("provision")).toMatchObject({
      status: 409,
      body: { code: "secret_not_usable" },
    });
    expect(await call("rotate")).toMatchObject({
      status: 409,
      body: { code: "secret_not_provisioned" },
    });
  });

  test("refuses another rotation long before the store's 64 KB limit, and keeps the ring", async () => {
    const aged = (i: number) => {
      const secret = randomBytes(32).toString("hex");
      return { key_id: keyId(secret), secret, created_at: `2026-01-01T00:00:00.${100 + i}Z` };
    };
    const retired = Array.from({ length: 255 }, (_, i) => ({
      ...aged(i),
      retired_at: "2026-01-02T00:00:00.000Z",
    }));
    await store.create(NAME, JSON.stringify({ version: 1, current: aged(0), retired }));
    await call("provision");
    let answer = await call("rotate");
    for (let i = 0; i < 40 && answer.status === 200; i += 1) answer = await call("rotate");
    expect(answer).toMatchObject({ status: 409, body: { code: "keyring_full" } });
    const text = await store.value(NAME);
    expect(Buffer.byteLength(text)).toBeGreaterThan(40 * 1024);
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(secretsIn(JSON.parse(text))).toEqual(
      expect.arrayContaining(retired.map(({ secret }) => secret)),
    );
    const review = await decide();
    expect((await verify(review)).verified).toBe(true);
  });

  test("from the setting signs outside development only if it is at least 32 bytes of hex", async () => {
    for (const [override, accepted] of [
      ["ab".repeat(31), false],
      ["zz".repeat(32), false],
      ["ab".repeat(32), true],
    ] as const) {
      if (system !== shared) await system.close();
      await start({ STAGE: "prod", COUNSEL_REVIEW_HMAC_SECRET: override });
      if (accepted) {
        const { signature } = await decide();
        expect(signature).toMatch(/^[0-9a-f]{64}$/);
        continue;
      }
      const { answer } = await refusedOrder();
      expect([override, answer.status]).toEqual([override, 503]);
      expect(answer.body).toMatchObject({
        code: "counsel_review_secret_not_configured",
        detail: expect.stringContaining("32 bytes"),
      });
      const { body } = await system.admin("GET", "/admin/setup/checklist");
      // This checks whether the override is set, never its value: only the signer can check that.
      expect(body.rows[1]).toMatchObject({ status: "uses_dev_default" });
      expect(body.rows[1].detail).toMatch(/32 bytes/);
    }
  });

  test("missing in a stage: no counsel gets a link that cannot be used, and provisioning helps at once", async () => {
    await start({ STAGE: "prod" });
    const { order, answer } = await refusedOrder();
    expect([answer.status, answer.body.code]).toEqual([
      503,
      "counsel_review_secret_not_configured",
    ]);
    const { framework_id, counsel_id } = order;
    const again = await system.admin("POST", `/admin/frameworks/${framework_id}/re-reviews`, {
      counsel_id,
    });
    expect([again.status, again.body.code]).toEqual([503, "counsel_review_secret_not_configured"]);
    const queue = () => system.admin("GET", `/admin/rule-reviews?framework_id=${framework_id}`);
    expect((await queue()).body.items).toEqual([]);
    expect(system.rawLines.join("\n")).not.toContain("/counsel/review/");
    await call("provision");
    expect((await system.admin("POST", "/admin/rule-reviews", order)).status).toBe(201);
  });

  test("gone from a stage: no counsel gets a new link either, and neither does a delegate", async () => {
    await start({ STAGE: "prod", COUNSEL_REVIEW_HMAC_SECRET: "ab".repeat(32) });
    const { review, token } = await commission(system, { mayDelegate: true });
    const SecretId = credentialEntries.COUNSEL_REVIEW_HMAC_SECRET;
    await store.client.send(new DeleteSecretCommand({ SecretId }));
    await system.advance(31);
    const renewed = await system.admin("POST", `/admin/rule-reviews/${review.id}/link`);
    const delegated = await system.api()("POST", `/counsel/review/${token}/delegate`, {
      display_name: "Ben",
      email: "ben@law.example",
      reason: "Ben knows this better.",
    });
    for (const { status, body } of [renewed, delegated]) {
      expect([status, body.code]).toEqual([503, "counsel_review_secret_not_configured"]);
    }
    const { body } = await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
    expect(body.items).toHaveLength(1);
  });

  test("overridden by the setting is not rotated, because a rotation would change nothing", async () => {
    const override = randomUUID();
    await start({ COUNSEL_REVIEW_HMAC_SECRET: override });
    const { body: first } = await call("provision");
    const before = await ring();
    expect(before.retired).toMatchObject([{ secret: override }]);
    const refused = await call("rotate");
    expect([refused.status, refused.body.code]).toEqual([409, "secret_overridden"]);
    expect(refused.body.detail).toContain("COUNSEL_REVIEW_HMAC_SECRET");
    expect(await ring()).toEqual(before);
    const { body } = await system.admin("GET", "/admin/setup/checklist");
    expect(body.rows[1].detail).toMatch(/cannot be rotated/);
    expect(body.rows[1].actions).toEqual([
      { method: "POST", path: `/admin/setup/${NAME}/provision-secret` },
    ]);
    expect((await call("provision")).body).toEqual({ ...first, status: "already_provisioned" });
  });

  test("provisioned before the setting was set: provisioning again keeps what the setting signs", async () => {
    await call("provision");
    const { current } = await ring();
    const override = randomUUID();
    await start({ COUNSEL_REVIEW_HMAC_SECRET: override });
    await store.create(NAME, JSON.stringify({ version: 1, current, retired: [] }));
    await call("provision");
    const answers = await Promise.all([call("provision"), call("provision")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = await ring();
    expect(stored.current).toEqual(current);
    expect(stored.retired).toMatchObject([{ secret: override }]);
  });
});
