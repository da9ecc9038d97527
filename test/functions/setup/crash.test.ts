import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { issuerKeyOf } from "#shared/domain/issuer/key.ts";
import { jwksOf } from "#shared/domain/issuer/rotation.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { forgetSetup, keepKey } from "#test/support/before-setup.ts";
import { cutOffBoth, interrupted } from "#test/support/client-calls.ts";
import { noteKills, sampled, sized } from "#test/support/full-size.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import { keepLogLines, useEnvironmentOf, type When, whens } from "#test/support/in-process.ts";
import { allValuesOf, type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";

/*
 * The handlers run in this process against the system's table and secret store, with both clients
 * cut off at each kill point in turn: before the call is sent, or after it was carried out.
 */

const CURRENT = "oidc-issuer-private-key-pem";
const PREVIOUS = "oidc-issuer-private-key-pem-previous";

const system = suiteSystem();
let store: SecretStore;
beforeAll(async () => {
  store = secretStoreOf(system);
  keepLogLines();
  useEnvironmentOf(system, { IDP_APP_OBJECT_ID: "object" });
  // Calls that wait for another call's half-done work check again sooner.
  const { setTimeout: real } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms = 0) =>
    real(act, ms <= 500 ? ms / 20 : ms)) as typeof setTimeout);
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const reset = () => forgetSetup(system);
beforeEach(reset);

const operations = {
  "sourcehost/provision": () => import("#functions/setup/provision-sourcehost-webhook-secret.ts"),
  "sourcehost/rotate": () => import("#functions/setup/rotate-sourcehost-webhook-secret.ts"),
  "eventbus/provision": () =>
    import("#functions/setup/provision-cloudb-eventbus-webhook-secret.ts"),
  "eventbus/rotate": () => import("#functions/setup/rotate-cloudb-eventbus-webhook-secret.ts"),
  "counsel/provision": () => import("#functions/setup/provision-counsel-review-hmac-secret.ts"),
  "counsel/rotate": () => import("#functions/setup/rotate-counsel-review-hmac-secret.ts"),
  "keypair/provision": () => import("#functions/setup/provision-keypair.ts"),
  "keypair/rotate": () => import("#functions/setup/rotate-keypair.ts"),
  "federation/enable": () => import("#functions/setup/enable-idp-federation.ts"),
  "federation/disable": () => import("#functions/setup/disable-idp-federation.ts"),
};

async function run(operation: keyof typeof operations, body?: unknown) {
  const { handler } = await operations[operation]();
  return callFunction(handler, { claims: asAdmin, body });
}

async function state() {
  const items = await scanTable(system);
  const deployment = items.find(({ pk }) => pk === "DEPLOYMENT")?.deployment as
    | Deployment
    | undefined;
  const rows = items
    .filter(({ pk, row }) => row && String(pk).startsWith("AUDIT#"))
    // Without the evidence log's own rows, which have no revision.
    .filter(({ row }) => !/^(platform\.)?evidence_log/.test(row.action))
    .map(({ row }) => row as { action: string; context: Record<string, string> });
  return { deployment, rows, actions: rows.map(({ action }) => action) };
}

/** Every attached secret must exist, every revision have its row, and every row its revision. */
async function expectSound(): Promise<void> {
  const { deployment, rows } = await state();
  expect(rows).toHaveLength(deployment?.revision ?? 0);
  for (const [name, { version_id }] of Object.entries(deployment?.secrets ?? {})) {
    expect(await store.value(name, version_id)).not.toBe("");
  }
}

const ringSecrets = (text: string): string[] => {
  const { current, retired } = JSON.parse(text) as {
    current: { secret: string };
    retired: { secret: string }[];
  };
  return [current, ...retired].map(({ secret }) => secret);
};

/** Cuts `act` off at each kill point: the state must be sound at once, and after `complete`. */
async function atEachPoint(
  when: When,
  prepare: () => Promise<unknown>,
  act: () => Promise<unknown>,
  complete: (nth: number) => Promise<void>,
): Promise<number> {
  let nth = 1;
  for (let reached = true; reached; nth += 1) {
    await reset();
    await prepare();
    reached = await cutOffBoth(nth, when, act);
    await expectSound();
    await complete(nth);
    await expectSound();
  }
  noteKills(expect.getState().currentTestName ?? "", nth - 2);
  return nth - 2;
}

const nothing = async () => undefined;

describe.each(whens)("stopped %s any single call", (when) => {
  test.each([
    ...sized(
      [
        ["sourcehost/provision", "sourcehost-webhook-secret"],
        ["counsel/provision", "counsel-review-hmac-secret"],
      ] as const,
      [],
    ),
    ["eventbus/provision", "cloudb-eventbus-webhook-secret"],
    ["keypair/provision", CURRENT],
  ] as const)(
    "%s is completed by its repeat, with one version and one row",
    async (operation, name) => {
      const calls = await atEachPoint(
        when,
        nothing,
        () => run(operation),
        async () => {
          const { status, body } = await run(operation);
          expect(status).toBe(200);
          expect(["provisioned", "recovered", "already_provisioned"]).toContain(body.status);
          const { deployment, rows } = await state();
          expect(rows).toHaveLength(1);
          expect(allValuesOf(system, name)).toHaveLength(1);
          expect(deployment?.secrets[name]?.version_id).toBe(await store.version(name));
          expect(body.secret_version_id).toBe(await store.version(name));
        },
      );
      expect(calls).toBeGreaterThanOrEqual(sized(4, 2));
    },
  );

  test.each([
    ...sized(
      [
        ["sourcehost", "sourcehost-webhook-secret"],
        ["eventbus", "cloudb-eventbus-webhook-secret"],
      ] as const,
      [],
    ),
    ["counsel", "counsel-review-hmac-secret"],
  ] as const)(
    "the rotation of %s is completed by its repeat and loses nothing",
    async (area, name) => {
      let first = "";
      const calls = await atEachPoint(
        when,
        async () => {
          await run(`${area}/provision`);
          first = await store.value(name);
        },
        () => run(`${area}/rotate`),
        async () => {
          const { deployment: stopped } = await state();
          const attached = await store.value(name, stopped?.secrets[name]?.version_id);
          const { status, body } = await run(`${area}/rotate`);
          expect([status, body.status]).toEqual([200, "rotated"]);
          const { deployment, actions } = await state();
          expect(deployment?.secrets[name]?.version_id).toBe(await store.version(name));
          expect(await store.version(name)).toBe(body.secret_version_id);
          const now = await store.value(name);
          expect(now).not.toBe(first);
          // The rotation was committed although its answer was lost: the repeat is a second one.
          const lostAnswer = stopped?.revision === 2;
          expect(actions.filter((action) => action.endsWith(".rotated"))).toHaveLength(
            lostAnswer ? 2 : 1,
          );
          if (area === "counsel") {
            for (const ring of [first, attached]) {
              expect(ringSecrets(now)).toEqual(expect.arrayContaining(ringSecrets(ring)));
            }
          }
        },
      );
      expect(calls).toBeGreaterThanOrEqual(sized(4, 2));
    },
  );

  test.each(sized([false, true], [false]))(
    "the keypair's rotation (emergency: %s) is completed by its repeat; only published keys sign",
    async (emergency) => {
      let first = "";
      const calls = await atEachPoint(
        when,
        async () => {
          await keepKey(system);
          first = (await run("keypair/provision")).body.kid;
        },
        () => run("keypair/rotate", { emergency }),
        async () => {
          await expectPublishedKeySigns();
          const committed = (await state()).deployment?.revision === 2;
          const { status, body } = await run("keypair/rotate", { emergency });
          if (committed && !emergency) expect(body.code).toBe("rotation_overlap_active");
          else expect(status).toBe(200);
          await expectPublishedKeySigns();
          const { deployment } = await state();
          const issuer = deployment?.issuer as NonNullable<Deployment["issuer"]>;
          expect(issuer.current_kid).not.toBe(first);
          expect(issuer.previous_kid).toBe(emergency ? null : first);
          expect(await attachedKid(CURRENT)).toBe(issuer.current_kid);
          expect(await attachedKid(PREVIOUS)).toBe(emergency ? issuer.current_kid : first);
        },
      );
      expect(calls).toBeGreaterThanOrEqual(sized(6, 3));
    },
  );

  test.each(["enable", "disable"] as const)(
    "%s of federation is completed by its repeat, with one audit row",
    async (action) => {
      const calls = await atEachPoint(
        when,
        async () => {
          await keepKey(system);
          await run("keypair/provision");
          if (action === "disable") await run("federation/enable");
        },
        () => run(`federation/${action}`),
        async () => {
          const { body } = await run(`federation/${action}`);
          expect([`${action}d`, "unchanged"]).toContain(body.status);
          const { deployment, actions } = await state();
          const { value } = deployment?.flags.IDP_USE_FEDERATED_IDENTITY ?? {};
          expect(value).toBe(action === "enable");
          expect(actions.filter((row) => row === "platform.idp_fic.toggled")).toHaveLength(
            action === "enable" ? 1 : 2,
          );
        },
      );
      expect(calls).toBe(sized(2, 1));
    },
  );
});

/** A token minted now, and one minted after activation, are signed with a key of the JWKS. */
async function expectPublishedKeySigns(): Promise<void> {
  const { mintToken } = await import("#shared/platform/issuer/issuer.ts");
  const { deployment } = await state();
  if (deployment?.issuer == null) throw new Error("there is no issuer");
  const published = jwksOf(deployment.issuer).keys.map(({ kid }) => kid);
  for (const at of [Date.now(), Date.now() + 76 * 60_000]) {
    const now = new Date(at).toISOString();
    const token = await mintToken({ subject: "s", audience: "a" }, { now, deployment });
    expect(published).toContain(decodeProtectedHeader(token).kid);
  }
}

async function attachedKid(slot: string): Promise<string | undefined> {
  const { deployment } = await state();
  const pem = await store.value(slot, deployment?.secrets[slot]?.version_id);
  return issuerKeyOf(pem)?.jwk.kid;
}

/** The first three are attached in the same way. The last one has two secrets. */
const provisions = [
  "sourcehost/provision",
  "eventbus/provision",
  "counsel/provision",
  "keypair/provision",
] as const;

describe("of simultaneous first calls, the one that made the secret answers provisioned", () => {
  test.each(sampled(provisions, 2))("%s, although another call attached it", async (operation) => {
    let other: Awaited<ReturnType<typeof run>> | undefined;
    let own: Awaited<ReturnType<typeof run>> | undefined;
    const wasInterrupted = await interrupted(
      "TransactWriteItemsCommand",
      async () => {
        other = await run(operation);
      },
      async () => {
        own = await run(operation);
      },
    );
    expect(wasInterrupted).toBe(true);
    expect([own?.body.status, other?.body.status]).toEqual(["provisioned", "recovered"]);
    expect(own?.body.secret_version_id).toBe(other?.body.secret_version_id);
    expect((await state()).rows).toHaveLength(1);
    await expectSound();
  });

  test.each([
    ["sourcehost/provision", "keypair/provision"],
    ["keypair/provision", "sourcehost/provision"],
  ] as const)("%s, although %s changed the deployment in between", async (operation, before) => {
    let own: Awaited<ReturnType<typeof run>> | undefined;
    await interrupted(
      "TransactWriteItemsCommand",
      () => run(before),
      async () => {
        own = await run(operation);
      },
    );
    expect(own?.body).toMatchObject({ status: "provisioned", revision: 2 });
    await expectSound();
  });

  test.each(sampled(provisions, 2, 1))("%s, of three at once", async (operation) => {
    const answers = await Promise.all([run(operation), run(operation), run(operation)]);
    const statuses = answers.map(({ body }) => body.status);
    expect(statuses.filter((status) => status === "provisioned")).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.secret_version_id)).size).toBe(1);
    await expectSound();
  });
});

describe("someone else's change in between", () => {
  test("moving the secret store's label does not break a counsel secret rotation", async () => {
    const name = "counsel-review-hmac-secret";
    await run("counsel/provision");
    const first = ringSecrets(await store.value(name));
    await store.put(name, "not a keyring");
    let answer: Awaited<ReturnType<typeof run>> | undefined;
    const wasInterrupted = await interrupted(
      "UpdateSecretVersionStageCommand",
      () => store.put(name, "not a keyring either"),
      async () => {
        answer = await run("counsel/rotate");
      },
    );
    expect(wasInterrupted).toBe(true);
    expect(answer).toMatchObject({ status: 200, body: { status: "rotated" } });
    expect(ringSecrets(await store.value(name))).toEqual(expect.arrayContaining(first));
    await expectSound();
  });

  test("moving the secret store's label does not break a keypair rotation", async () => {
    await keepKey(system);
    const { body } = await run("keypair/provision");
    await store.put(CURRENT, "not a key");
    let answer: Awaited<ReturnType<typeof run>> | undefined;
    const wasInterrupted = await interrupted(
      "UpdateSecretVersionStageCommand",
      () => store.put(CURRENT, "not a key either"),
      async () => {
        answer = await run("keypair/rotate");
      },
    );
    expect(wasInterrupted).toBe(true);
    expect(answer).toMatchObject({ status: 200, body: { signing_kid: body.kid } });
    await expectPublishedKeySigns();
  });
});
