import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { CreateSecretCommand, DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetSetup, keepKey } from "#test/support/before-setup.ts";
import { allValuesOf, type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

const CURRENT = "oidc-issuer-private-key-pem";
const PREVIOUS = "oidc-issuer-private-key-pem-previous";
const DAY_S = 86_400;

let system: TestSystem;
let store: SecretStore;
beforeAll(async () => {
  system = await startTestSystem({ functions: "deployed" });
  store = secretStoreOf(system);
  return () => system.close();
});
beforeEach(() => forgetSetup(system));

const provision = () => system.admin("POST", "/admin/setup/oidc-issuer/provision-keypair");
/** Signs in again each time, because the clock moves past a token's expiry. */
const rotate = async (body?: unknown) =>
  system.api(await system.token({ is_platform_admin: true }))(
    "POST",
    "/admin/setup/oidc-issuer/rotate-keypair",
    body,
  );
const rows = async () =>
  (await system.admin("GET", "/admin/audit?resource_type=oidc_issuer&resource_id=oidc-issuer")).body
    .items as { action: string; context: Record<string, unknown> }[];
const keypairRow = async () =>
  (await system.admin("GET", "/admin/setup/checklist")).body.rows.find(
    ({ id }: { id: string }) => id === "oidc_issuer_keypair",
  );
const kidsOf = (jwks: { keys: { kid: string }[] }) => jwks.keys.map(({ kid }) => kid);
const kidOfPem = (pem: string) =>
  createHash("sha256")
    .update(createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "pem" }))
    .digest("hex");
const kidIn = async (slot: string) => kidOfPem(await store.value(slot));
const newPem = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

describe("provisioning the keypair", () => {
  test("writes an RSA-2048 key as PKCS#8 PEM and returns its public half only", async () => {
    const { status, body } = await provision();
    expect(status).toBe(200);
    const pem = await store.value(CURRENT);
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    const key = createPrivateKey(pem);
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const { n, e } = createPublicKey(key).export({ format: "jwk" });
    const kid = kidOfPem(pem);
    expect(body).toEqual({
      status: "provisioned",
      public_key_jwks: { keys: [{ kty: "RSA", use: "sig", alg: "RS256", kid, n, e }] },
      kid,
      secret_version_id: await store.version(CURRENT),
      revision: 1,
    });
    expect(await rows()).toMatchObject([
      {
        action: "platform.oidc_issuer.keypair_provisioned",
        context: { kid, secret_version_id: body.secret_version_id },
      },
    ]);
  });

  test("again changes nothing", async () => {
    const { body } = await provision();
    expect((await provision()).body).toEqual({ ...body, status: "already_provisioned" });
    expect(await rows()).toHaveLength(1);
    expect(allValuesOf(system, CURRENT)).toHaveLength(1);
  });

  test.each([
    ["there is no entry yet", false],
    ["the deployment created the entry empty", true],
  ])("by three admins at once makes one key, when %s", async (_, isCreated) => {
    if (isCreated) await store.client.send(new CreateSecretCommand({ Name: CURRENT }));
    const answers = await Promise.all([provision(), provision(), provision()]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual([
      "already_provisioned",
      "already_provisioned",
      "provisioned",
    ]);
    expect(new Set(answers.map(({ body }) => body.kid)).size).toBe(1);
    expect(allValuesOf(system, CURRENT)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  test("that stopped after the secret store is recovered with the existing key", async () => {
    const pem = newPem();
    await store.create(CURRENT, pem);
    const { body } = await provision();
    expect(body).toMatchObject({ status: "recovered", kid: kidOfPem(pem), revision: 1 });
    expect(kidsOf(body.public_key_jwks)).toEqual([kidOfPem(pem)]);
    expect((await provision()).body.status).toBe("already_provisioned");
  });

  test("of which the entry was lost attaches the key that the new entry has", async () => {
    const { body: lost } = await provision();
    await system.admin("POST", "/admin/setup/oidc-issuer/rotate-keypair");
    const copy = await store.value(CURRENT);
    const deletion = { SecretId: CURRENT, ForceDeleteWithoutRecovery: true };
    await store.client.send(new DeleteSecretCommand(deletion));
    await store.create(CURRENT, copy);
    expect(await keypairRow()).toMatchObject({
      status: "not_set",
      detail: expect.stringContaining("not in use: provision it again"),
    });
    const refused = await rotate({ emergency: false });
    expect(refused.body.code).toBe("rotation_overlap_active");
    const { body: restored } = await provision();
    expect(restored).toMatchObject({ status: "recovered", kid: kidOfPem(copy) });
    expect(kidsOf(restored.public_key_jwks)).toEqual([kidOfPem(copy), lost.kid]);

    await store.client.send(new DeleteSecretCommand(deletion));
    const pem = newPem();
    await store.create(CURRENT, pem);
    const { body } = await provision();
    expect(body).toMatchObject({ status: "recovered", kid: kidOfPem(pem) });
    expect(kidsOf(body.public_key_jwks)).toEqual([kidOfPem(pem)]);
    expect(body.secret_version_id).toBe(await store.version(CURRENT));
    expect((await provision()).body).toEqual({ ...body, status: "already_provisioned" });
    expect(await keypairRow()).toMatchObject({ status: "provisioned" });
    expect((await rotate()).status).toBe(200);
  });

  test.each([
    ["no key", "not a PEM"],
    [
      "a short key",
      generateKeyPairSync("rsa", { modulusLength: 1024 })
        .privateKey.export({ type: "pkcs8", format: "pem" })
        .toString(),
    ],
    [
      "an elliptic key",
      generateKeyPairSync("ec", { namedCurve: "P-256" })
        .privateKey.export({ type: "pkcs8", format: "pem" })
        .toString(),
    ],
  ])(
    "on top of %s in the store is refused with a reason that does not quote it",
    async (_, text) => {
      await store.create(CURRENT, text);
      const answer = await provision();
      expect(answer).toMatchObject({ status: 409, body: { code: "secret_not_usable" } });
      expect(answer.text).not.toContain(text.slice(30, 60) || text);
      expect(await rows()).toEqual([]);
    },
  );
});

describe("rotating the keypair", () => {
  /** Attaches the key that tests share. */
  const provisioned = async () => {
    await keepKey(system);
    return provision();
  };

  test("requires a provisioned one", async () => {
    expect(await rotate()).toMatchObject({
      status: 409,
      body: { code: "keypair_not_provisioned" },
    });
  });

  test("moves current to previous, publishes both, and signs with the old one for 75 minutes", async () => {
    const { body: first } = await provisioned();
    const { body } = await rotate();
    const now = Date.now();
    expect(body).toMatchObject({
      status: "rotated",
      old_kid: first.kid,
      signing_kid: first.kid,
      revision: 2,
    });
    expect(kidsOf(body.public_key_jwks)).toEqual([body.new_kid, first.kid]);
    expect(Date.parse(body.activates_at) - now).toBeGreaterThan(74 * 60_000);
    expect(Date.parse(body.activates_at) - now).toBeLessThanOrEqual(75 * 60_000);
    expect(Date.parse(body.overlap_ends_at) - now).toBeGreaterThan(DAY_S * 1000 - 60_000);
    expect(await kidIn(CURRENT)).toBe(body.new_kid);
    expect(await kidIn(PREVIOUS)).toBe(first.kid);
    expect((await rows()).at(-1)).toMatchObject({
      action: "platform.oidc_issuer.rotated",
      context: { old_kid: first.kid, new_kid: body.new_kid, emergency: false },
    });
  });

  test("in an emergency signs with the new key at once; JWKS and both slots contain only it", async () => {
    const { body: first } = await provisioned();
    await rotate();
    const { body } = await rotate({ emergency: true });
    expect(body).toMatchObject({ signing_kid: body.new_kid, overlap_ends_at: null });
    expect(kidsOf(body.public_key_jwks)).toEqual([body.new_kid]);
    expect(await kidIn(CURRENT)).toBe(body.new_kid);
    expect(await kidIn(PREVIOUS)).toBe(body.new_kid);
    expect(body.new_kid).not.toBe(first.kid);
    expect((await rows()).at(-1)?.context).toMatchObject({ emergency: true });
    const { body: next } = await rotate();
    expect(next.signing_kid).toBe(body.new_kid);
    expect(kidsOf(next.public_key_jwks)).toEqual([next.new_kid, body.new_kid]);
  });

  test("by two admins at once rotates once", async () => {
    const { body: first } = await provisioned();
    const answers = await Promise.all([rotate(), rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = answers.find(({ status }) => status === 200) as (typeof answers)[0];
    expect(kidsOf(body.public_key_jwks)).toEqual([body.new_kid, first.kid]);
    expect((await rows()).filter(({ action }) => action.endsWith(".rotated"))).toHaveLength(1);
  });

  test("that stopped after writing the new key continues with that key", async () => {
    const { body: first } = await provisioned();
    const pem = newPem();
    await store.create(PREVIOUS, await store.value(CURRENT));
    await store.put(CURRENT, pem);
    expect((await provision()).body).toMatchObject({
      status: "already_provisioned",
      kid: first.kid,
    });
    const { body } = await rotate();
    expect(body).toMatchObject({
      old_kid: first.kid,
      new_kid: kidOfPem(pem),
      signing_kid: first.kid,
    });
    expect(allValuesOf(system, PREVIOUS)).toHaveLength(1);
    expect(allValuesOf(system, CURRENT)).toHaveLength(2);
  });

  test("accepts no other field, and only a boolean for emergency", async () => {
    await provisioned();
    expect((await rotate({ emergency: "yes" })).body.errors).toMatchObject([{ path: "emergency" }]);
    expect((await rotate({ emergancy: true })).status).toBe(400);
  });

  test("with a deleted slot is refused with a reason, not with a 500", async () => {
    await provisioned();
    await store.client.send(
      new DeleteSecretCommand({ SecretId: CURRENT, ForceDeleteWithoutRecovery: true }),
    );
    expect(await rotate()).toMatchObject({
      status: 409,
      body: { code: "secret_not_usable", detail: expect.stringContaining("cannot be read") },
    });
  });

  // This test comes last, because it moves the clock by a day.
  test("twice within 24 h is refused and says until when; after 24 h it drops the oldest key", async () => {
    const { body: first } = await provisioned();
    const { body: second } = await rotate();
    await system.advance(DAY_S - 60);
    const refused = await rotate();
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "rotation_overlap_active", overlap_ends_at: second.overlap_ends_at },
    });
    await system.advance(120);
    const { body: third } = await rotate();
    expect(kidsOf(third.public_key_jwks)).toEqual([third.new_kid, second.new_kid]);
    expect(third.signing_kid).toBe(second.new_kid);
    expect(kidsOf(third.public_key_jwks)).not.toContain(first.kid);
    expect(await kidIn(PREVIOUS)).toBe(second.new_kid);
  });
});
