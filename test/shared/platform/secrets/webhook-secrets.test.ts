import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startSecretsManager } from "#infra/local/aws/secrets-manager/secrets-manager.ts";
import { EMPTY_DEPLOYMENT, withSecret } from "#shared/domain/setup/deployment.ts";
import { type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";

const NAME = "cloudb-eventbus-webhook-secret";
const NOW = "2026-11-20T10:00:00.000Z";
const later = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

let store: SecretStore;
let close: () => Promise<void>;
const versions: string[] = [];
beforeAll(async () => {
  const server = await startSecretsManager({ file: null, now: Date.now });
  close = server.close;
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", server.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("AWS_REGION", "us-east-1");
  store = secretStoreOf({ endpoints: { secretsmanager: server.url, region: "us-east-1" } });
  versions.push(await store.create(NAME, "one"));
  versions.push(await store.put(NAME, "two"));
  versions.push(await store.put(NAME, "three"));
});
afterAll(() => close());
afterEach(() => {
  vi.stubEnv("CLOUDB_EVENTBUS_WEBHOOK_SECRET", "");
});

const accepted = async (now: string, deployment = EMPTY_DEPLOYMENT) => {
  const { acceptedSecrets } = await import("#shared/platform/secrets/webhook-secrets.ts");
  return acceptedSecrets(NAME, now, deployment);
};
const attached = (n: number, before = EMPTY_DEPLOYMENT, now = NOW, overlap = 90) =>
  withSecret(before, NAME, versions[n] as string, now, overlap);

describe("the accepted secrets", () => {
  test("are none before anything is configured", async () => {
    expect(await accepted(NOW)).toEqual([]);
  });

  test("come from the setting until a secret is in use, and not afterwards", async () => {
    vi.stubEnv("CLOUDB_EVENTBUS_WEBHOOK_SECRET", "set");
    expect(await accepted(NOW)).toEqual([{ value: "set", which: "current" }]);
    expect(await accepted(NOW, attached(0))).toEqual([{ value: "one", which: "current" }]);
  });

  test("include the previous one until its overlap ends, to the millisecond", async () => {
    const rotated = attached(1, attached(0));
    const both = [
      { value: "two", which: "current" },
      { value: "one", which: "previous" },
    ];
    expect(await accepted(NOW, rotated)).toEqual(both);
    expect(await accepted(later(89.999), rotated)).toEqual(both);
    expect(await accepted(later(90), rotated)).toEqual([{ value: "two", which: "current" }]);
  });

  test("include every previous one through two rotations in a row", async () => {
    const twice = attached(2, attached(1, attached(0)), later(10));
    expect((await accepted(later(20), twice)).map(({ value }) => value)).toEqual([
      "three",
      "two",
      "one",
    ]);
    expect((await accepted(later(95), twice)).map(({ value }) => value)).toEqual(["three", "two"]);
  });

  test("include only the current one without an overlap", async () => {
    const rotated = attached(1, attached(0), NOW, 0);
    expect((await accepted(NOW, rotated)).map(({ value }) => value)).toEqual(["two"]);
  });

  test("never include a version that was written but not put in use", async () => {
    expect((await accepted(later(60), attached(0))).map(({ value }) => value)).toEqual(["one"]);
  });
});
