import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type SecretsManagerOptions,
  startSecretsManager,
} from "#infra/local/aws/secrets-manager/secrets-manager.ts";
import { startTestSecretsManager } from "#test/support/secrets-manager.ts";

const NOW = Date.UTC(2026, 0, 1);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function start(file: string | null, options: Partial<SecretsManagerOptions> = {}) {
  const { client, stop } = await startTestSecretsManager({ file, now: () => NOW, ...options });
  const create = (Name: string, SecretString = "v") =>
    client.send(new CreateSecretCommand({ Name, SecretString }));
  return { client, create, stop };
}

describe("the secrets file", () => {
  test("brings everything back after a restart", async () => {
    const file = join(temporaryFolder(), "new", "secrets.json");
    const before = await start(file);
    await before.client.send(
      new CreateSecretCommand({ Name: "a", SecretString: "v1", KmsKeyId: "key" }),
    );
    await before.client.send(new PutSecretValueCommand({ SecretId: "a", SecretString: "v2" }));
    await before.create("gone");
    await before.client.send(new DeleteSecretCommand({ SecretId: "gone" }));
    const seen = async ({ client }: { client: SecretsManagerClient }) => {
      const answers = await Promise.all([
        client.send(new DescribeSecretCommand({ SecretId: "a" })),
        client.send(new GetSecretValueCommand({ SecretId: "a" })),
        client.send(new GetSecretValueCommand({ SecretId: "a", VersionStage: "AWSPREVIOUS" })),
        client.send(new DescribeSecretCommand({ SecretId: "gone" })),
      ]);
      return answers.map(({ $metadata, ...answer }) => answer);
    };
    const expected = await seen(before);
    await before.stop();
    expect(await seen(await start(file))).toEqual(expected);
  });

  test("of an older version, which stored more of a secret, is read", async () => {
    const file = join(temporaryFolder(), "secrets.json");
    const secret = {
      name: "a",
      arn: "arn:aws:secretsmanager:us-east-1:000000000000:secret:a-BBBBBB",
      description: null,
      kmsKeyId: null,
      tags: [],
      createdAt: NOW,
      changedAt: NOW,
      deletionAt: null,
      versions: [
        { id: "1".repeat(32), createdAt: NOW, content: { text: "v1" }, stages: ["AWSCURRENT"] },
      ],
    };
    writeFileSync(file, JSON.stringify({ version: 1, secrets: [secret] }));
    const { client } = await start(file);
    const value = await client.send(new GetSecretValueCommand({ SecretId: "a" }));
    expect(value.SecretString).toBe("v1");
  });

  test("contains a write before it is acknowledged, and only its owner may read it", async () => {
    const file = join(temporaryFolder(), "secrets.json");
    const { create } = await start(file);
    writeFileSync(`${file}.tmp`, "left by a crash", { mode: 0o644 });
    await create("a");
    expect(readFileSync(file, "utf8")).toContain('"name":"a"');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is complete after many concurrent writes", async () => {
    const file = join(temporaryFolder(), "secrets.json");
    const { create, stop } = await start(file);
    const names = Array.from({ length: 50 }, (_, i) => `s${i}`);
    await Promise.all(names.map((name) => create(name)));
    await stop();
    const { client } = await start(file);
    for (const SecretId of names) await client.send(new GetSecretValueCommand({ SecretId }));
  });

  test("contains the one winner of fifty concurrent creations of one name", async () => {
    const file = join(temporaryFolder(), "secrets.json");
    const { client, create } = await start(file);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => create("race", `v${i}`)),
    );
    const won = results.flatMap(({ status }, i) => (status === "fulfilled" ? [`v${i}`] : []));
    const refused = results.filter((result) => result.status === "rejected");
    expect(won).toHaveLength(1);
    expect(new Set(refused.map(({ reason }) => reason.name))).toEqual(
      new Set(["ResourceExistsException"]),
    );
    const value = await client.send(new GetSecretValueCommand({ SecretId: "race" }));
    expect(value.SecretString).toBe(won[0]);
  });

  test("is not rewritten by calls that change nothing", async () => {
    const file = join(temporaryFolder(), "secrets.json");
    const { client, create } = await start(file);
    await create("a");
    const { ino } = statSync(file);
    await client.send(new GetSecretValueCommand({ SecretId: "a" }));
    await expect(create("a")).rejects.toThrow("already exists");
    expect(statSync(file).ino).toBe(ino);
  });

  test("that cannot be written fails the call and keeps the old state, and later calls work", async () => {
    const file = join(temporaryFolder(), "secrets.json");
    const reported: unknown[] = [];
    const { client, create } = await start(file, {
      onUnforeseen: (error) => reported.push(error),
    });
    mkdirSync(file);
    await expect(create("a")).rejects.toMatchObject({
      name: "InternalServiceError",
      $metadata: { httpStatusCode: 500 },
    });
    expect(reported).toMatchObject([{ code: "EISDIR" }]);
    await expect(client.send(new DescribeSecretCommand({ SecretId: "a" }))).rejects.toThrow(
      "can't find the specified secret",
    );
    rmSync(file, { recursive: true });
    await create("a");
  });

  test("is not created in memory mode, and nothing survives the server", async () => {
    const { create, stop } = await start(null);
    await create("a");
    await stop();
    await (await start(null)).create("a");
  });
});

describe("a damaged secrets file", () => {
  test.each([
    ["cut off", '{"version":1,"secrets":[{"name":"hunter2', "it is not JSON"],
    ["empty", "", "it is not JSON"],
    ["of another shape", '{"version":1,"secrets":[{"name":7}]}', "secrets.0.name"],
    ["of another version", '{"version":2,"secrets":[]}', "version"],
    ["a list", "[]", "its top level"],
  ])(
    "(%s) stops the start with one sentence that names it and quotes nothing",
    async (_, text, why) => {
      const file = join(temporaryFolder(), "secrets.json");
      writeFileSync(file, text);
      const error = await startSecretsManager({ file, now: () => NOW }).catch((reason) => reason);
      expect(error.message).toMatch(
        /^The secrets file .*secrets\.json is damaged: .*; move it away or delete the state folder to start anew\.$/,
      );
      expect(error.message).toContain(`${file} is damaged: ${why}`);
      expect(error.message).not.toContain("hunter2");
      expect(readFileSync(file, "utf8")).toBe(text);
    },
  );
});
