import { randomUUID } from "node:crypto";
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import { describe, expect, test } from "vitest";
import { startTestSecretsManager } from "#test/support/secrets-manager.ts";

/** A secret "s" whose first version has the value "v1". */
async function startWithSecret() {
  const { client, read } = await startTestSecretsManager({
    file: null,
    now: () => Date.UTC(2026, 0, 1),
  });
  const SecretId = "s";
  const made = await client.send(new CreateSecretCommand({ Name: SecretId, SecretString: "v1" }));

  const put = async (SecretString: string) =>
    (await client.send(new PutSecretValueCommand({ SecretId, SecretString }))).VersionId as string;
  const get = (which: { VersionId?: string; VersionStage?: string } = {}) =>
    client.send(new GetSecretValueCommand({ SecretId, ...which }));
  const makeCurrent = (RemoveFromVersionId: string, MoveToVersionId: string) =>
    client.send(
      new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage: "AWSCURRENT",
        RemoveFromVersionId,
        MoveToVersionId,
      }),
    );
  const stages = async () =>
    (await client.send(new DescribeSecretCommand({ SecretId }))).VersionIdsToStages;
  const versions = () => read().get(SecretId)?.versions;
  return { client, versions, first: made.VersionId as string, put, get, makeCurrent, stages };
}

const refusal = (name: string, message = "") =>
  expect.objectContaining({ name, message: expect.stringContaining(message) });

describe("a new value", () => {
  test("becomes current, the one before it previous, and the one before that loses its stage", async () => {
    const { put, get, stages } = await startWithSecret();
    const second = await put("v2");
    const third = await put("v3");
    expect(await stages()).toEqual({ [second]: ["AWSPREVIOUS"], [third]: ["AWSCURRENT"] });
    expect((await get()).SecretString).toBe("v3");
    expect((await get({ VersionStage: "AWSPREVIOUS" })).SecretString).toBe("v2");
  });

  test("of a secret without any becomes current", async () => {
    const { client } = await startWithSecret();
    await client.send(new CreateSecretCommand({ Name: "empty" }));
    const answer = await client.send(
      new PutSecretValueCommand({ SecretId: "empty", SecretString: "v" }),
    );
    expect(answer.VersionStages).toEqual(["AWSCURRENT"]);
  });

  test("is required by PutSecretValue", async () => {
    const { client } = await startWithSecret();
    await expect(client.send(new PutSecretValueCommand({ SecretId: "s" }))).rejects.toEqual(
      refusal("InvalidRequestException", "either SecretString or SecretBinary"),
    );
  });
});

describe("the same token again", () => {
  test("with the same value gives the same answer and one version", async () => {
    const { client, first, stages } = await startWithSecret();
    const ClientRequestToken = randomUUID();
    const put = () =>
      client.send(
        new PutSecretValueCommand({ SecretId: "s", SecretString: "v2", ClientRequestToken }),
      );
    const { $metadata: _, ...answer } = await put();
    expect(answer).toMatchObject({ VersionId: ClientRequestToken, VersionStages: ["AWSCURRENT"] });
    expect(await put()).toMatchObject(answer);
    expect(await stages()).toEqual({
      [first]: ["AWSPREVIOUS"],
      [ClientRequestToken]: ["AWSCURRENT"],
    });
  });

  test("does not bring an old value back", async () => {
    const { client, first, put, get } = await startWithSecret();
    await put("v2");
    const late = await client.send(
      new PutSecretValueCommand({ SecretId: "s", SecretString: "v1", ClientRequestToken: first }),
    );
    expect(late.VersionStages).toEqual(["AWSPREVIOUS"]);
    expect((await get()).SecretString).toBe("v2");
  });

  test("with another value is refused", async () => {
    const { client, first, get } = await startWithSecret();
    const base = { SecretId: "s", ClientRequestToken: first };
    await expect(
      client.send(new PutSecretValueCommand({ ...base, SecretString: "v2" })),
    ).rejects.toEqual(refusal("ResourceExistsException", first));
    expect((await get()).SecretString).toBe("v1");
  });

  test("from twenty concurrent callers makes one version", async () => {
    const { client, versions, get } = await startWithSecret();
    const input = { SecretId: "s", SecretString: "v2", ClientRequestToken: randomUUID() };
    await Promise.all(
      Array.from({ length: 20 }, () => client.send(new PutSecretValueCommand(input))),
    );
    expect(versions()).toHaveLength(2);
    expect((await get()).VersionId).toBe(input.ClientRequestToken);
  });
});

describe("reading a version", () => {
  test("by id works for one without a stage, and reports none", async () => {
    const { first, put, get } = await startWithSecret();
    await put("v2");
    await put("v3");
    const value = await get({ VersionId: first });
    expect(value.SecretString).toBe("v1");
    expect(value.VersionStages).toBeUndefined();
  });

  test("that does not exist is not found", async () => {
    const { get } = await startWithSecret();
    const VersionId = randomUUID();
    await expect(get({ VersionId })).rejects.toEqual(
      refusal("ResourceNotFoundException", `secret value for VersionId: ${VersionId}`),
    );
    await expect(get({ VersionStage: "AWSPENDING" })).rejects.toEqual(
      refusal("ResourceNotFoundException", "secret value for staging label: AWSPENDING"),
    );
  });
});

describe("making a version current", () => {
  test("swaps it with the current one (a rollback)", async () => {
    const { first, put, get, makeCurrent, stages } = await startWithSecret();
    const second = await put("v2");
    await makeCurrent(second, first);
    expect(await stages()).toEqual({ [first]: ["AWSCURRENT"], [second]: ["AWSPREVIOUS"] });
    expect((await get()).SecretString).toBe("v1");
  });

  test("is refused unless it names the current version, and a version that exists", async () => {
    const { first, put, makeCurrent, stages } = await startWithSecret();
    const second = await put("v2");
    const before = await stages();
    await expect(makeCurrent(first, second)).rejects.toEqual(
      refusal("InvalidParameterException", `version ${first}`),
    );
    const unknown = randomUUID();
    await expect(makeCurrent(second, unknown)).rejects.toEqual(
      refusal("ResourceNotFoundException", unknown),
    );
    expect(await stages()).toEqual(before);
  });
});

describe("the list of versions", () => {
  test("keeps 100: the oldest without a stage go first", async () => {
    const { versions, first, put, get } = await startWithSecret();
    for (let i = 2; i <= 102; i += 1) await put(`v${i}`);
    expect(versions()).toHaveLength(100);
    await expect(get({ VersionId: first })).rejects.toEqual(refusal("ResourceNotFoundException"));
    expect((await get({ VersionStage: "AWSPREVIOUS" })).SecretString).toBe("v101");
    expect((await get()).SecretString).toBe("v102");
  });
});
