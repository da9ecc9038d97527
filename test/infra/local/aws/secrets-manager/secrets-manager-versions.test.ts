import { randomUUID } from "node:crypto";
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import { describe, expect, test } from "vitest";
import { startTestSecretsManager } from "#test/support/secrets-manager.ts";

/** A secret "s" whose first version has the value "v1". */
async function startWithSecret() {
  const { client } = await startTestSecretsManager({
    file: null,
    now: () => Date.UTC(2026, 0, 1),
  });
  const SecretId = "s";
  const made = await client.send(new CreateSecretCommand({ Name: SecretId, SecretString: "v1" }));

  const put = async (SecretString: string, VersionStages?: string[]) => {
    const input = { SecretId, SecretString, ...(VersionStages && { VersionStages }) };
    return (await client.send(new PutSecretValueCommand(input))).VersionId as string;
  };
  const get = (which: { VersionId?: string; VersionStage?: string } = {}) =>
    client.send(new GetSecretValueCommand({ SecretId, ...which }));
  const move = (VersionStage: string, from: string | undefined, to: string | undefined) =>
    client.send(
      new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage,
        ...(from && { RemoveFromVersionId: from }),
        ...(to && { MoveToVersionId: to }),
      }),
    );
  const stages = async () =>
    (await client.send(new DescribeSecretCommand({ SecretId }))).VersionIdsToStages;
  return { client, first: made.VersionId as string, put, get, move, stages };
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

  test("with explicit stages leaves the current one alone and takes over those stages", async () => {
    const { first, put, get, stages } = await startWithSecret();
    const second = await put("v2", ["AWSPENDING", "mine"]);
    const third = await put("v3", ["AWSPENDING"]);
    expect(await stages()).toEqual({
      [first]: ["AWSCURRENT"],
      [second]: ["mine"],
      [third]: ["AWSPENDING"],
    });
    expect((await get()).SecretString).toBe("v1");
    expect((await get({ VersionStage: "mine" })).SecretString).toBe("v2");
  });

  test("as the first of its secret becomes current whatever stages it asks for", async () => {
    const { client } = await startWithSecret();
    await client.send(new CreateSecretCommand({ Name: "empty" }));
    const answer = await client.send(
      new PutSecretValueCommand({ SecretId: "empty", SecretString: "v", VersionStages: ["mine"] }),
    );
    expect(answer.VersionStages?.toSorted()).toEqual(["AWSCURRENT", "mine"]);
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
    const { client, get } = await startWithSecret();
    const input = { SecretId: "s", SecretString: "v2", ClientRequestToken: randomUUID() };
    await Promise.all(
      Array.from({ length: 20 }, () => client.send(new PutSecretValueCommand(input))),
    );
    const { Versions } = await client.send(
      new ListSecretVersionIdsCommand({ SecretId: "s", IncludeDeprecated: true }),
    );
    expect(Versions).toHaveLength(2);
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

  test("by id and stage needs both to match", async () => {
    const { first, put, get } = await startWithSecret();
    await put("v2");
    const both = { VersionId: first, VersionStage: "AWSPREVIOUS" };
    expect((await get(both)).SecretString).toBe("v1");
    await expect(get({ ...both, VersionStage: "AWSCURRENT" })).rejects.toEqual(
      refusal("InvalidRequestException", "not associated to the provided VersionId."),
    );
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

describe("moving a stage", () => {
  test("AWSCURRENT to a pending version makes the old one previous (a rotation)", async () => {
    const { first, put, move, stages } = await startWithSecret();
    const second = await put("v2", ["AWSPENDING"]);
    await move("AWSCURRENT", first, second);
    expect(await stages()).toEqual({
      [first]: ["AWSPREVIOUS"],
      [second]: ["AWSPENDING", "AWSCURRENT"],
    });
    const third = await put("v3");
    expect(await stages()).toEqual({ [second]: ["AWSPREVIOUS"], [third]: ["AWSCURRENT"] });
  });

  test("AWSCURRENT back to the previous version swaps the two (a rollback)", async () => {
    const { first, put, get, move, stages } = await startWithSecret();
    const second = await put("v2");
    await move("AWSCURRENT", second, first);
    expect(await stages()).toEqual({ [first]: ["AWSCURRENT"], [second]: ["AWSPREVIOUS"] });
    expect((await get()).SecretString).toBe("v1");
  });

  test("attaches, moves and removes a custom stage", async () => {
    const { first, put, move, stages } = await startWithSecret();
    const second = await put("v2");
    await move("mine", undefined, first);
    expect(await stages()).toMatchObject({ [first]: ["AWSPREVIOUS", "mine"] });
    await move("mine", first, second);
    expect(await stages()).toEqual({ [first]: ["AWSPREVIOUS"], [second]: ["AWSCURRENT", "mine"] });
    await move("mine", second, undefined);
    expect(await stages()).toEqual({ [first]: ["AWSPREVIOUS"], [second]: ["AWSCURRENT"] });
  });

  test("is refused unless it names the version that holds it, and AWSCURRENT is never lost", async () => {
    const { first, put, move, stages } = await startWithSecret();
    const second = await put("v2");
    const before = await stages();
    const invalid = (message: string) => refusal("InvalidParameterException", message);
    await expect(move("AWSCURRENT", undefined, first)).rejects.toEqual(
      invalid(`AWSCURRENT is currently attached to version ${second}, so you must explicitly`),
    );
    await expect(move("AWSCURRENT", first, second)).rejects.toEqual(invalid(`version ${first}`));
    await expect(move("AWSCURRENT", second, undefined)).rejects.toEqual(invalid("only move it"));
    await expect(move("mine", undefined, undefined)).rejects.toEqual(invalid("or both"));
    const unknown = randomUUID();
    await expect(move("AWSCURRENT", second, unknown)).rejects.toEqual(
      refusal("ResourceNotFoundException", unknown),
    );
    expect(await stages()).toEqual(before);
  });
});

describe("the list of versions", () => {
  test("includes those without a stage only when asked, and pages through all", async () => {
    const { client, first, put } = await startWithSecret();
    const second = await put("v2");
    const third = await put("v3");
    const ids = async (more: { IncludeDeprecated?: boolean; NextToken?: string }) =>
      client.send(new ListSecretVersionIdsCommand({ SecretId: "s", MaxResults: 2, ...more }));
    const labelled = await ids({});
    expect(labelled.Versions?.map(({ VersionId }) => VersionId)).toEqual([second, third]);
    expect(labelled.NextToken).toBeUndefined();
    const page1 = await ids({ IncludeDeprecated: true });
    const page2 = await ids({ IncludeDeprecated: true, NextToken: page1.NextToken as string });
    const all = [page1, page2].flatMap(({ Versions = [] }) => Versions);
    expect(all.map(({ VersionId }) => VersionId)).toEqual([first, second, third]);
    expect(all[0]?.VersionStages).toBeUndefined();
    expect(page2.NextToken).toBeUndefined();
  });

  test("keeps 100 versions: the oldest without a stage go first, labelled ones stay", async () => {
    const { client, first, put, get, move } = await startWithSecret();
    const second = await put("v2");
    await move("keep", undefined, first);
    for (let i = 3; i <= 103; i += 1) await put(`v${i}`);
    const { Versions = [] } = await client.send(
      new ListSecretVersionIdsCommand({ SecretId: "s", IncludeDeprecated: true }),
    );
    expect(Versions).toHaveLength(100);
    expect((await get({ VersionStage: "keep" })).SecretString).toBe("v1");
    await expect(get({ VersionId: second })).rejects.toEqual(refusal("ResourceNotFoundException"));
    expect((await get()).SecretString).toBe("v103");
  });
});
