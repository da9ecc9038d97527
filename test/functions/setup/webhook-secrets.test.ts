import { CreateSecretCommand, DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetSetup } from "#test/support/before-setup.ts";
import { send as sendEvent } from "#test/support/eventbus-fixture.ts";
import { allValuesOf, type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { deliver as deliverFromHost, push } from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const webhooks = [
  ["sourcehost-webhook-secret", "platform.sourcehost_webhook_secret"],
  ["cloudb-eventbus-webhook-secret", "platform.cloudb_eventbus_webhook_secret"],
] as const;

describe.each(webhooks)("%s", (name, auditPrefix) => {
  let system: TestSystem;
  let store: SecretStore;
  const call = (operation: "provision" | "rotate", body?: unknown) =>
    system.admin("POST", `/admin/setup/${name}/${operation}-secret`, body);
  const rows = async () => {
    const { body } = await system.admin("GET", `/admin/audit?resource_id=${name}`);
    return body.items as { action: string; context: Record<string, unknown> }[];
  };

  beforeAll(async () => {
    system = await startTestSystem();
    store = secretStoreOf(system);
    return () => system.close();
  });
  beforeEach(() => forgetSetup(system));

  test("is provisioned once: 64 hex characters that no answer, row or log line shows", async () => {
    const first = await call("provision");
    expect(first).toMatchObject({ status: 200, body: { status: "provisioned", revision: 1 } });
    const value = await store.value(name);
    expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(first.body.secret_version_id).toBe(await store.version(name));

    const again = await call("provision");
    expect(again.body).toEqual({ ...first.body, status: "already_provisioned" });
    const trail = await rows();
    expect(trail.map(({ action }) => action)).toEqual([`${auditPrefix}.provisioned`]);
    expect(trail[0]?.context).toEqual({ secret_version_id: first.body.secret_version_id });
    const seen = [first.text, again.text, JSON.stringify(trail), ...system.rawLines].join("\n");
    expect(seen).not.toContain(value);
  });

  test("provisioned by two admins at once is one secret, one revision, one row", async () => {
    const answers = await Promise.all([call("provision"), call("provision"), call("provision")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual([
      "already_provisioned",
      "already_provisioned",
      "provisioned",
    ]);
    expect(new Set(answers.map(({ body }) => body.secret_version_id)).size).toBe(1);
    expect(allValuesOf(system, name)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  test("is provisioned once, too, in an entry that the deployment created empty", async () => {
    await store.client.send(new CreateSecretCommand({ Name: name }));
    const answers = await Promise.all([call("provision"), call("provision"), call("provision")]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual([
      "already_provisioned",
      "already_provisioned",
      "provisioned",
    ]);
    expect(allValuesOf(system, name)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  test("whose provisioning stopped after the secret store is recovered, not replaced", async () => {
    const version = await store.create(name, "ab".repeat(32));
    const answer = await call("provision");
    expect(answer.body).toEqual({ status: "recovered", secret_version_id: version, revision: 1 });
    expect(allValuesOf(system, name)).toEqual(["ab".repeat(32)]);
    expect((await rows()).map(({ action }) => action)).toEqual([`${auditPrefix}.recovered`]);
    expect((await call("provision")).body.status).toBe("already_provisioned");
  });

  test("rotates to a new version and increments the revision once", async () => {
    const { body: first } = await call("provision");
    const old = await store.value(name);
    const rotated = await call("rotate");
    expect(rotated.body).toMatchObject({ status: "rotated", revision: 2 });
    expect(rotated.body.secret_version_id).not.toBe(first.secret_version_id);
    expect(rotated.body.secret_version_id).toBe(await store.version(name));
    expect(await store.value(name)).not.toBe(old);
    expect((await rows()).map(({ action }) => action)).toEqual([
      `${auditPrefix}.provisioned`,
      `${auditPrefix}.rotated`,
    ]);
  });

  test("rotated by two admins at once ends with the attached version being the current one", async () => {
    await call("provision");
    const answers = await Promise.all([call("rotate"), call("rotate")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const current = await store.version(name);
    expect(answers.map(({ body }) => body.secret_version_id)).toContain(current);
    expect((await call("provision")).body).toMatchObject({
      status: "already_provisioned",
      secret_version_id: current,
    });
    const rotations = (await rows()).filter(({ action }) => action.endsWith(".rotated"));
    expect(rotations.map(({ context }) => context.secret_version_id)).toContain(current);
  });

  test("whose rotation stopped after the secret store is completed with that same version", async () => {
    await call("provision");
    const version = await store.put(name, "cd".repeat(32));
    expect((await call("rotate")).body).toMatchObject({ secret_version_id: version, revision: 2 });
    expect(allValuesOf(system, name)).toHaveLength(2);
  });

  test("is not rotated before it is provisioned", async () => {
    expect(await call("rotate")).toMatchObject({
      status: 409,
      body: { code: "secret_not_provisioned" },
    });
    expect(await rows()).toEqual([]);
  });

  test("that was marked for deletion is refused with a reason, not with a 500", async () => {
    await call("provision");
    await store.client.send(new DeleteSecretCommand({ SecretId: name }));
    for (const operation of ["provision", "rotate"] as const) {
      expect(await call(operation)).toMatchObject({
        status: 409,
        body: { code: "secret_not_usable" },
      });
    }
  });

  test("that was marked for deletion while in use makes deliveries answer 503", async () => {
    await call("provision");
    const secret = await store.value(name);
    const { id } = await newTenant(system);
    const deliver = () =>
      name === "sourcehost-webhook-secret"
        ? deliverFromHost(system, id, { secret, payload: push(1) })
        : sendEvent(system, id, { secrets: [secret] });
    await system.advance(31);
    expect((await deliver()).status).toBeLessThan(500);
    await store.client.send(new DeleteSecretCommand({ SecretId: name }));
    expect((await deliver()).status).toBeLessThan(500);
    await system.advance(31);
    expect(await deliver()).toMatchObject({
      status: 503,
      body: { code: `${name.replaceAll("-", "_")}_not_configured` },
    });
  });

  test("that was deleted is provisioned again", async () => {
    const { body: first } = await call("provision");
    await store.client.send(
      new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }),
    );
    const { body } = await call("provision");
    expect(body.status).toBe("provisioned");
    expect(body.secret_version_id).not.toBe(first.secret_version_id);
  });

  test("is for platform admins only, and accepts no unknown field", async () => {
    const org = system.api(await system.token({ org_role: "admin" }));
    expect((await org("POST", `/admin/setup/${name}/provision-secret`)).status).toBe(403);
    expect((await org("POST", `/admin/setup/${name}/rotate-secret`)).status).toBe(403);
    expect((await call("provision", { force: true })).status).toBe(400);
    expect((await call("rotate", { overlap: 5 })).body).toMatchObject({
      code: "validation_failed",
      errors: [{ path: "overlap" }],
    });
  });
});

describe("an overlap", () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem();
  });
  afterAll(() => system.close());

  test("of the event bus's secret is there, too, when provisioning completes a rotation", async () => {
    const name = "cloudb-eventbus-webhook-secret";
    const path = `/admin/setup/${name}/provision-secret`;
    const store = secretStoreOf(system);
    await system.admin("POST", path);
    const secrets = [await store.value(name)];
    await store.put(name, "ab".repeat(32));
    expect((await system.admin("POST", path)).body.status).toBe("recovered");
    const { id } = await newTenant(system);
    const codeOfSigned = async () => (await sendEvent(system, id, { secrets })).body.code;
    await system.advance(60);
    expect(await codeOfSigned()).not.toBe("signature_mismatch");
    await system.advance(31);
    expect(await codeOfSigned()).toBe("signature_mismatch");
  });

  test.each([-1, 3601, 1.5, "60"])(
    "of the source host's secret cannot be %s seconds",
    async (overlap_seconds) => {
      const path = "/admin/setup/sourcehost-webhook-secret/rotate-secret";
      expect((await system.admin("POST", path, { overlap_seconds })).body).toMatchObject({
        code: "validation_failed",
        errors: [{ path: "overlap_seconds" }],
      });
    },
  );
});
