import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { startSecretsManager } from "#infra/local/aws/secrets-manager/secrets-manager.ts";
import type { CredentialName } from "#shared/domain/setup/credentials.ts";
import { type SecretStore, secretStoreOf } from "#test/support/secret-store.ts";

const ENTRY = "settings/HOSTED_LLM_API_KEY";
const SECOND = 1000;

let store: SecretStore;
let close: () => Promise<void>;
/** Entries that functions requested, in order. */
const reads: unknown[] = [];
let fault: AwsError | null = null;
/** Each test starts an hour after the previous one, so that nothing is cached any more. */
let start = Date.parse("2026-11-20T10:00:00.000Z");

beforeAll(async () => {
  const server = await startSecretsManager({
    file: null,
    now: Date.now,
    authorize: ({ accessKeyId, input }) => {
      if (accessKeyId === "operator") return;
      reads.push(input.SecretId);
      if (fault !== null) throw fault;
    },
  });
  close = server.close;
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", server.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("AWS_REGION", "us-east-1");
  store = secretStoreOf({ endpoints: { secretsmanager: server.url, region: "us-east-1" } });
});
afterAll(() => close());
beforeEach(() => {
  vi.stubEnv("STAGE", "prod");
  vi.stubEnv("HOSTED_LLM_API_KEY", "of-the-environment");
  start += 3600 * SECOND;
  reads.length = 0;
});
afterEach(async () => {
  fault = null;
  const SecretId = ENTRY;
  const force = { SecretId, ForceDeleteWithoutRecovery: true };
  await store.client.send(new DeleteSecretCommand(force)).catch(() => undefined);
});

const after = async (seconds: number, name: CredentialName = "HOSTED_LLM_API_KEY") => {
  const { credential } = await import("#shared/platform/secrets/secrets.ts");
  return credential(name, start + seconds * SECOND);
};
const down = () => new AwsError("AccessDeniedException", "sk-quoted-by-the-store");
const logged = () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  return lines;
};

describe("a credential", () => {
  test("comes from the store, whatever a deployed function's environment says", async () => {
    await store.create(ENTRY, "sk-1");
    expect(await after(0)).toBe("sk-1");
    expect(reads).toEqual([ENTRY]);
  });

  test("comes from the environment in the stages local and test, otherwise from the store", async () => {
    await store.create(ENTRY, "sk-1");
    for (const stage of ["local", "test"]) {
      vi.stubEnv("STAGE", stage);
      vi.stubEnv("HOSTED_LLM_API_KEY", "of-the-environment");
      expect(await after(0)).toBe("of-the-environment");
      vi.stubEnv("HOSTED_LLM_API_KEY", "");
      expect(await after(0)).toBe("sk-1");
    }
  });

  test("is read again after 30 s, so that a rotation takes effect within that time", async () => {
    await store.create(ENTRY, "sk-1");
    await after(0);
    await store.put(ENTRY, "sk-2");
    expect(await after(29.999)).toBe("sk-1");
    expect(await after(30)).toBe("sk-2");
    expect(reads).toHaveLength(2);
  });

  test("that is not set is cached as missing, and found soon after it is set", async () => {
    expect(await after(0)).toBeNull();
    await store.create(ENTRY, "sk-1");
    expect(await after(29.999)).toBeNull();
    expect(reads).toHaveLength(1);
    expect(await after(30)).toBe("sk-1");
  });

  test("whose entry is marked for deletion counts as not set", async () => {
    await store.create(ENTRY, "sk-1");
    await store.client.send(new DeleteSecretCommand({ SecretId: ENTRY }));
    expect(await after(0)).toBeNull();
  });

  test("is read once for concurrent callers, each credential separately", async () => {
    await store.create(ENTRY, "sk-1");
    const many = await Promise.all(Array.from({ length: 20 }, () => after(0)));
    expect(new Set(many)).toEqual(new Set(["sk-1"]));
    expect(await after(0, "TENANT_CLOUD_LLM_API_KEY")).toBeNull();
    expect(reads).toEqual([ENTRY, "settings/TENANT_CLOUD_LLM_API_KEY"]);
  });
});

describe("while the store is unavailable", () => {
  test("the last value serves for five minutes, with a retry every 5 s at most", async () => {
    const lines = logged();
    await store.create(ENTRY, "sk-1");
    await after(0);
    fault = down();
    reads.length = 0;
    expect(await after(30)).toBe("sk-1");
    const once = reads.length;
    expect(await after(34.999)).toBe("sk-1");
    expect(reads).toHaveLength(once);
    expect(await after(35)).toBe("sk-1");
    expect(reads).toHaveLength(2 * once);
    expect(await after(299.999)).toBe("sk-1");
    await expect(after(300)).rejects.toMatchObject({ code: "dependency_unavailable" });
    fault = null;
    await store.put(ENTRY, "sk-2");
    expect(await after(300)).toBe("sk-2");
    expect(lines.join("\n")).toContain("credential_not_read");
    expect(lines.join("\n")).not.toMatch(/sk-/);
  });

  test("and no value is cached, the caller learns which one is missing, but not the cause", async () => {
    const lines = logged();
    fault = down();
    const refused = await after(0).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "dependency_unavailable", retryAfter: 5 });
    expect(String(refused)).toContain("HOSTED_LLM_API_KEY");
    expect(String(refused)).not.toMatch(/sk-/);
    expect(lines.join("\n")).not.toMatch(/sk-/);
    fault = null;
    expect(await after(0)).toBeNull();
  });
});
