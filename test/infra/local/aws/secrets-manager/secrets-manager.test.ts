import { randomUUID } from "node:crypto";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  RestoreSecretCommand,
  TagResourceCommand,
  UpdateSecretCommand,
} from "@aws-sdk/client-secrets-manager";
import { describe, expect, test } from "vitest";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { SecretsManagerOptions } from "#infra/local/aws/secrets-manager/secrets-manager.ts";
import { startTestSecretsManager } from "#test/support/secrets-manager.ts";

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

async function start(options: Partial<SecretsManagerOptions> = {}) {
  const clock = { at: START };
  const { client, url } = await startTestSecretsManager({
    file: null,
    now: () => clock.at,
    ...options,
  });
  return { client, clock, url };
}

const refusal = (name: string, message: string | RegExp = "") =>
  expect.objectContaining({
    name,
    message:
      typeof message === "string"
        ? expect.stringContaining(message)
        : expect.stringMatching(message),
    $metadata: expect.objectContaining({ httpStatusCode: 400 }),
  });
const notFound = refusal(
  "ResourceNotFoundException",
  "Secrets Manager can't find the specified secret.",
);
const markedDeleted = refusal("InvalidRequestException", "it was marked for deletion");

describe("a new secret", () => {
  test("is read back by name, by full ARN and by ARN without its suffix", async () => {
    const { client } = await start();
    const made = await client.send(new CreateSecretCommand({ Name: "a/b", SecretString: "é" }));
    expect(made.ARN).toMatch(
      /^arn:aws:secretsmanager:us-east-1:000000000000:secret:a\/b-[A-Za-z0-9]{6}$/,
    );
    for (const SecretId of ["a/b", made.ARN, made.ARN?.slice(0, -7)]) {
      const { $metadata, ...value } = await client.send(new GetSecretValueCommand({ SecretId }));
      expect(value).toEqual({
        ARN: made.ARN,
        Name: "a/b",
        VersionId: made.VersionId,
        SecretString: "é",
        VersionStages: ["AWSCURRENT"],
        CreatedDate: new Date(START),
      });
    }
  });

  test("has an ARN of the region and the random source that the server was given", async () => {
    const { client } = await start({ region: "eu-west-1", random: () => 1 });
    const { ARN } = await client.send(new CreateSecretCommand({ Name: "n" }));
    expect(ARN).toBe("arn:aws:secretsmanager:eu-west-1:000000000000:secret:n-BBBBBB");
  });

  test("is not found by an ARN of another suffix, region or name", async () => {
    const { client } = await start();
    const { ARN = "" } = await client.send(
      new CreateSecretCommand({ Name: "a-b", SecretString: "v" }),
    );
    const others = [
      `${ARN.slice(0, -6)}zzzzz!`,
      ARN.replace("us-east-1", "eu-west-1"),
      ARN.slice(0, -8),
      "arn:",
      "a",
    ];
    for (const SecretId of others) {
      await expect(client.send(new GetSecretValueCommand({ SecretId }))).rejects.toEqual(notFound);
    }
  });

  test("keeps binary values byte for byte", async () => {
    const { client } = await start();
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    await client.send(new CreateSecretCommand({ Name: "b", SecretBinary: bytes }));
    const value = await client.send(new GetSecretValueCommand({ SecretId: "b" }));
    expect(Uint8Array.from(value.SecretBinary ?? [])).toEqual(bytes);
    expect(value.SecretString).toBeUndefined();
  });

  test("may be empty, and then has no value to read", async () => {
    const { client } = await start();
    const made = await client.send(new CreateSecretCommand({ Name: "empty" }));
    expect(made.VersionId).toBeUndefined();
    await expect(client.send(new GetSecretValueCommand({ SecretId: "empty" }))).rejects.toEqual(
      refusal("ResourceNotFoundException", "secret value for staging label: AWSCURRENT"),
    );
  });

  test("takes every permitted character and 512 of them", async () => {
    const { client } = await start();
    const names = ["aZ09/_+=.@-", "__proto__", "constructor", "x".repeat(512)];
    for (const Name of names) {
      await client.send(new CreateSecretCommand({ Name, SecretString: Name }));
      const value = await client.send(new GetSecretValueCommand({ SecretId: Name }));
      expect(value.SecretString).toBe(Name);
    }
  });

  test.each(["", "a b", "a:b", "a*", "é", "a\n", "x".repeat(513)])(
    "is refused under the name %j",
    async (Name) => {
      const { client } = await start();
      await expect(
        client.send(new CreateSecretCommand({ Name, SecretString: "v" })),
      ).rejects.toEqual(refusal("ValidationException", "Invalid name."));
    },
  );

  test("holds 65,536 bytes and not one more, as text or as bytes", async () => {
    const { client } = await start();
    const create = (Name: string, value: { SecretString: string } | { SecretBinary: Buffer }) =>
      client.send(new CreateSecretCommand({ Name, ...value }));
    await create("text", { SecretString: "é".repeat(32_768) });
    await create("bytes", { SecretBinary: Buffer.alloc(65_536) });
    const tooLong = refusal("ValidationException");
    await expect(create("t", { SecretString: `${"é".repeat(32_768)}a` })).rejects.toEqual(tooLong);
    await expect(create("b", { SecretBinary: Buffer.alloc(65_537) })).rejects.toEqual(tooLong);
    await expect(create("e", { SecretString: "" })).rejects.toEqual(tooLong);
  });

  test("has a text or bytes, never both", async () => {
    const { client } = await start();
    await expect(
      client.send(
        new CreateSecretCommand({ Name: "x", SecretString: "a", SecretBinary: Buffer.from("a") }),
      ),
    ).rejects.toEqual(refusal("InvalidParameterException", "both a binary secret value and"));
  });
});

describe("creating a name that exists", () => {
  test("is refused and leaves the value alone", async () => {
    const { client } = await start();
    await client.send(new CreateSecretCommand({ Name: "n", SecretString: "first" }));
    for (const SecretString of ["first", "second"]) {
      await expect(
        client.send(new CreateSecretCommand({ Name: "n", SecretString })),
      ).rejects.toEqual(refusal("ResourceExistsException", "the secret n already exists."));
    }
    const value = await client.send(new GetSecretValueCommand({ SecretId: "n" }));
    expect(value.SecretString).toBe("first");
  });

  test("with the same token and value gives the same answer, with another value is refused", async () => {
    const { client } = await start();
    const ClientRequestToken = randomUUID();
    const create = (SecretString: string) =>
      client.send(new CreateSecretCommand({ Name: "n", SecretString, ClientRequestToken }));
    const { $metadata: _, ...first } = await create("v");
    expect(first.VersionId).toBe(ClientRequestToken);
    expect(await create("v")).toMatchObject(first);
    await expect(create("w")).rejects.toEqual(refusal("ResourceExistsException"));
  });
});

describe("a request without ClientRequestToken (SDK clients always send one)", () => {
  test("is refused as AWS refuses it", async () => {
    const { url } = await start();
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-amz-target": "secretsmanager.CreateSecret" },
      body: JSON.stringify({ Name: "n", SecretString: "v" }),
    });
    expect(await response.json()).toEqual({
      __type: "InvalidRequestException",
      message: "You must provide a ClientRequestToken value. We recommend a UUID-type value.",
    });
  });
});

describe("a secret that does not exist", () => {
  test("is not found by any call", async () => {
    const { client } = await start();
    const SecretId = "nowhere";
    const calls = [
      () => client.send(new GetSecretValueCommand({ SecretId })),
      () => client.send(new DescribeSecretCommand({ SecretId })),
      () => client.send(new PutSecretValueCommand({ SecretId, SecretString: "v" })),
      () => client.send(new UpdateSecretCommand({ SecretId, Description: "d" })),
      () => client.send(new DeleteSecretCommand({ SecretId })),
      () => client.send(new RestoreSecretCommand({ SecretId })),
      () => client.send(new TagResourceCommand({ SecretId, Tags: [] })),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(notFound);
  });
});

describe("a deleted secret", () => {
  async function startDeleted(days?: number) {
    const started = await start();
    const { client } = started;
    await client.send(new CreateSecretCommand({ Name: "d", SecretString: "v" }));
    const deleted = await client.send(
      new DeleteSecretCommand({
        SecretId: "d",
        ...(days === undefined ? {} : { RecoveryWindowInDays: days }),
      }),
    );
    return { ...started, deleted };
  }

  test("can be described, but neither read nor changed nor deleted nor created again", async () => {
    const { client, deleted } = await startDeleted();
    expect(deleted.DeletionDate).toEqual(new Date(START + 30 * DAY));
    const described = await client.send(new DescribeSecretCommand({ SecretId: "d" }));
    expect(described.DeletedDate).toEqual(deleted.DeletionDate);
    const SecretId = "d";
    const calls = [
      () => client.send(new GetSecretValueCommand({ SecretId })),
      () => client.send(new PutSecretValueCommand({ SecretId, SecretString: "w" })),
      () => client.send(new UpdateSecretCommand({ SecretId, Description: "w" })),
      () => client.send(new TagResourceCommand({ SecretId, Tags: [{ Key: "k", Value: "v" }] })),
      () => client.send(new DeleteSecretCommand({ SecretId })),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(markedDeleted);
    await expect(
      client.send(new CreateSecretCommand({ Name: "d", SecretString: "w" })),
    ).rejects.toEqual(refusal("InvalidRequestException", "already scheduled for deletion"));
  });

  test("is what it was after it was restored; restoring again changes nothing", async () => {
    const { client } = await startDeleted();
    await client.send(new RestoreSecretCommand({ SecretId: "d" }));
    await client.send(new RestoreSecretCommand({ SecretId: "d" }));
    const value = await client.send(new GetSecretValueCommand({ SecretId: "d" }));
    expect(value.SecretString).toBe("v");
    const { DeletedDate } = await client.send(new DescribeSecretCommand({ SecretId: "d" }));
    expect(DeletedDate).toBeUndefined();
  });

  test("is there until its recovery window ends, and gone from then on", async () => {
    const { client, clock } = await startDeleted(7);
    clock.at = START + 7 * DAY - 1;
    await client.send(new DescribeSecretCommand({ SecretId: "d" }));
    clock.at = START + 7 * DAY;
    await expect(client.send(new RestoreSecretCommand({ SecretId: "d" }))).rejects.toEqual(
      notFound,
    );
    await client.send(new CreateSecretCommand({ Name: "d", SecretString: "anew" }));
    const value = await client.send(new GetSecretValueCommand({ SecretId: "d" }));
    expect(value.SecretString).toBe("anew");
  });

  test("is gone at once when forced, marked deleted before or not, and its name is free", async () => {
    const { client } = await startDeleted();
    const force = () =>
      client.send(new DeleteSecretCommand({ SecretId: "d", ForceDeleteWithoutRecovery: true }));
    const forced = await force();
    expect(forced.DeletionDate).toEqual(new Date(START));
    await expect(client.send(new DescribeSecretCommand({ SecretId: "d" }))).rejects.toEqual(
      notFound,
    );
    const anew = await client.send(new CreateSecretCommand({ Name: "d", SecretString: "anew" }));
    expect(anew.ARN).not.toBe(forced.ARN);
    await force();
    expect((await force()).Name).toBe("d");
  });

  test.each([
    [{ RecoveryWindowInDays: 6 }, "ValidationException"],
    [{ RecoveryWindowInDays: 31 }, "ValidationException"],
    [{ RecoveryWindowInDays: 7, ForceDeleteWithoutRecovery: true }, "InvalidParameterException"],
  ])("is not made by %j", async (options, code) => {
    const { client } = await start();
    await client.send(new CreateSecretCommand({ Name: "d", SecretString: "v" }));
    await expect(
      client.send(new DeleteSecretCommand({ SecretId: "d", ...options })),
    ).rejects.toEqual(refusal(code));
    await client.send(new GetSecretValueCommand({ SecretId: "d" }));
  });
});

describe("listing and describing", () => {
  test("tell description, tags, times and labelled versions, never a value", async () => {
    const { client, clock } = await start();
    const { VersionId = "" } = await client.send(
      new CreateSecretCommand({
        Name: "s",
        SecretString: "hidden",
        Description: "what for",
        Tags: [{ Key: "a", Value: "1" }],
      }),
    );
    clock.at += 1500;
    await client.send(
      new TagResourceCommand({
        SecretId: "s",
        Tags: [
          { Key: "b", Value: "2" },
          { Key: "a", Value: "3" },
        ],
      }),
    );
    const common = {
      Name: "s",
      Description: "what for",
      Tags: [
        { Key: "a", Value: "3" },
        { Key: "b", Value: "2" },
      ],
      CreatedDate: new Date(START),
      LastChangedDate: new Date(START + 1500),
    };
    const described = await client.send(new DescribeSecretCommand({ SecretId: "s" }));
    const { SecretList } = await client.send(new ListSecretsCommand({}));
    const versions = { [VersionId]: ["AWSCURRENT"] };
    expect(described).toMatchObject({ ...common, VersionIdsToStages: versions });
    expect(SecretList).toMatchObject([{ ...common, SecretVersionsToStages: versions }]);
    expect(JSON.stringify([described, SecretList])).not.toContain("hidden");
  });

  test("pages hold every secret once, newest first unless asked otherwise", async () => {
    const { client, clock } = await start();
    for (const Name of ["c", "a", "b", "e", "d"]) {
      clock.at += 1;
      await client.send(new CreateSecretCommand({ Name, SecretString: "v" }));
    }
    const names = async (order: { SortBy?: "name"; SortOrder?: "asc" }) => {
      const pages: string[][] = [];
      let NextToken: string | undefined;
      do {
        const page = await client.send(
          new ListSecretsCommand({ MaxResults: 2, ...order, ...(NextToken && { NextToken }) }),
        );
        pages.push((page.SecretList ?? []).map(({ Name = "" }) => Name));
        NextToken = page.NextToken;
      } while (NextToken !== undefined);
      return pages;
    };
    expect(await names({})).toEqual([["d", "e"], ["b", "a"], ["c"]]);
    expect(await names({ SortBy: "name", SortOrder: "asc" })).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e"],
    ]);
    await expect(client.send(new ListSecretsCommand({ NextToken: "eHg" }))).rejects.toEqual(
      refusal("InvalidNextTokenException"),
    );
  });

  test("filters select by beginnings, negate with an exclamation mark, and all must hold", async () => {
    const { client } = await start();
    const make = (Name: string, Description: string, Key: string) =>
      client.send(new CreateSecretCommand({ Name, Description, Tags: [{ Key, Value: "v" }] }));
    await make("tenant/1/key", "First key", "red");
    await make("tenant/2/key", "Second key", "blue");
    await make("platform", "first of all", "red");
    const list = async (...Filters: { Key: "name" | "description" | "all"; Values: string[] }[]) =>
      (
        await client.send(new ListSecretsCommand({ Filters, SortBy: "name", SortOrder: "asc" }))
      ).SecretList?.map(({ Name }) => Name);
    expect(await list({ Key: "name", Values: ["tenant/"] })).toEqual([
      "tenant/1/key",
      "tenant/2/key",
    ]);
    expect(await list({ Key: "name", Values: ["Tenant/"] })).toEqual([]);
    expect(await list({ Key: "name", Values: ["!tenant/"] })).toEqual(["platform"]);
    expect(await list({ Key: "description", Values: ["FIRST"] })).toEqual([
      "platform",
      "tenant/1/key",
    ]);
    expect(await list({ Key: "all", Values: ["RED key"] })).toEqual(["tenant/1/key"]);
    expect(
      await list({ Key: "name", Values: ["tenant/"] }, { Key: "description", Values: ["first"] }),
    ).toEqual(["tenant/1/key"]);
  });

  test("secrets marked deleted are listed only when asked for", async () => {
    const { client } = await start();
    await client.send(new CreateSecretCommand({ Name: "d" }));
    await client.send(new DeleteSecretCommand({ SecretId: "d" }));
    const list = async (IncludePlannedDeletion: boolean) =>
      (await client.send(new ListSecretsCommand({ IncludePlannedDeletion }))).SecretList?.length;
    expect([await list(false), await list(true)]).toEqual([0, 1]);
  });

  test("a secret holds 50 tags and not one more", async () => {
    const { client } = await start();
    const Tags = Array.from({ length: 50 }, (_, i) => ({ Key: `k${i}`, Value: "v" }));
    await client.send(new CreateSecretCommand({ Name: "t", Tags }));
    await client.send(new TagResourceCommand({ SecretId: "t", Tags }));
    await expect(
      client.send(new TagResourceCommand({ SecretId: "t", Tags: [{ Key: "more", Value: "v" }] })),
    ).rejects.toEqual(refusal("InvalidParameterException"));
  });
});

describe("authorization", () => {
  test("sees who calls what with which input, and a refused write changes nothing", async () => {
    const { client } = await start({
      authorize: ({ action, input, accessKeyId }) => {
        if (action === "CreateSecret" && input.Name === "theirs") {
          throw new AwsError("AccessDeniedException", `${accessKeyId} may not`);
        }
      },
    });
    await expect(
      client.send(new CreateSecretCommand({ Name: "theirs", SecretString: "v" })),
    ).rejects.toEqual(refusal("AccessDeniedException", "AKIDTEST may not"));
    await expect(client.send(new GetSecretValueCommand({ SecretId: "theirs" }))).rejects.toEqual(
      notFound,
    );
  });
});
