import { randomUUID } from "node:crypto";
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
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

  test("has an ARN built from the server's region and random source", async () => {
    const { client } = await start({ region: "eu-west-1", random: () => 1 });
    const { ARN } = await client.send(new CreateSecretCommand({ Name: "n" }));
    expect(ARN).toBe("arn:aws:secretsmanager:eu-west-1:000000000000:secret:n-BBBBBB");
  });

  test("is not found by an ARN with another suffix, region or name", async () => {
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

  test("may be created empty, and then has no value to read", async () => {
    const { client } = await start();
    const made = await client.send(new CreateSecretCommand({ Name: "empty" }));
    expect(made.VersionId).toBeUndefined();
    await expect(client.send(new GetSecretValueCommand({ SecretId: "empty" }))).rejects.toEqual(
      refusal("ResourceNotFoundException", "secret value for staging label: AWSCURRENT"),
    );
  });

  test("accepts every permitted character, up to 512 of them", async () => {
    const { client } = await start();
    const names = ["aZ09/_+=.@-", "__proto__", "constructor", "x".repeat(512)];
    for (const Name of names) {
      await client.send(new CreateSecretCommand({ Name, SecretString: Name }));
      const value = await client.send(new GetSecretValueCommand({ SecretId: Name }));
      expect(value.SecretString).toBe(Name);
    }
  });

  test.each(["", "a b", "a:b", "a*", "é", "a\n", "x".repeat(513)])(
    "is refused with the name %j",
    async (Name) => {
      const { client } = await start();
      await expect(
        client.send(new CreateSecretCommand({ Name, SecretString: "v" })),
      ).rejects.toEqual(refusal("ValidationException", "Value at 'Name'"));
    },
  );

  test("accepts 65,536 bytes and not one more", async () => {
    const { client } = await start();
    const create = (Name: string, SecretString: string) =>
      client.send(new CreateSecretCommand({ Name, SecretString }));
    await create("text", "é".repeat(32_768));
    const tooLong = refusal("ValidationException");
    await expect(create("t", `${"é".repeat(32_768)}a`)).rejects.toEqual(tooLong);
    await expect(create("e", "")).rejects.toEqual(tooLong);
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
      () => client.send(new DeleteSecretCommand({ SecretId })),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(notFound);
  });
});

describe("a deleted secret", () => {
  async function startDeleted() {
    const started = await start();
    const { client } = started;
    await client.send(new CreateSecretCommand({ Name: "d", SecretString: "v" }));
    const deleted = await client.send(new DeleteSecretCommand({ SecretId: "d" }));
    return { ...started, deleted };
  }

  test("can be described, but not read, changed, deleted or created again", async () => {
    const { client, deleted } = await startDeleted();
    expect(deleted.DeletionDate).toEqual(new Date(START + 30 * DAY));
    const described = await client.send(new DescribeSecretCommand({ SecretId: "d" }));
    expect(described.DeletedDate).toEqual(deleted.DeletionDate);
    const SecretId = "d";
    const calls = [
      () => client.send(new GetSecretValueCommand({ SecretId })),
      () => client.send(new PutSecretValueCommand({ SecretId, SecretString: "w" })),
      () => client.send(new DeleteSecretCommand({ SecretId })),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(markedDeleted);
    await expect(
      client.send(new CreateSecretCommand({ Name: "d", SecretString: "w" })),
    ).rejects.toEqual(refusal("InvalidRequestException", "already scheduled for deletion"));
  });

  test("exists until its recovery window ends, and not after", async () => {
    const { client, clock } = await startDeleted();
    clock.at = START + 30 * DAY - 1;
    await client.send(new DescribeSecretCommand({ SecretId: "d" }));
    clock.at = START + 30 * DAY;
    await expect(client.send(new DescribeSecretCommand({ SecretId: "d" }))).rejects.toEqual(
      notFound,
    );
    await client.send(new CreateSecretCommand({ Name: "d", SecretString: "anew" }));
    const value = await client.send(new GetSecretValueCommand({ SecretId: "d" }));
    expect(value.SecretString).toBe("anew");
  });

  test("is gone at once when forced, even if already marked deleted, and its name is free", async () => {
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
});

describe("listing and describing", () => {
  test("return times and labelled versions, never a value", async () => {
    const { client } = await start();
    const { VersionId = "" } = await client.send(
      new CreateSecretCommand({ Name: "s", SecretString: "hidden" }),
    );
    const common = {
      Name: "s",
      CreatedDate: new Date(START),
      LastChangedDate: new Date(START),
    };
    const described = await client.send(new DescribeSecretCommand({ SecretId: "s" }));
    const { SecretList } = await client.send(new ListSecretsCommand({}));
    const versions = { [VersionId]: ["AWSCURRENT"] };
    expect(described).toMatchObject({ ...common, VersionIdsToStages: versions });
    expect(SecretList).toMatchObject([{ ...common, SecretVersionsToStages: versions }]);
    expect(JSON.stringify([described, SecretList])).not.toContain("hidden");
  });

  test("every secret is listed once, newest first", async () => {
    const { client, clock } = await start();
    for (const Name of ["c", "a", "b"]) {
      clock.at += 1;
      await client.send(new CreateSecretCommand({ Name, SecretString: "v" }));
    }
    const { SecretList = [] } = await client.send(new ListSecretsCommand({}));
    expect(SecretList.map(({ Name }) => Name)).toEqual(["b", "a", "c"]);
  });

  test("a secret marked deleted is not listed", async () => {
    const { client } = await start();
    await client.send(new CreateSecretCommand({ Name: "d" }));
    await client.send(new DeleteSecretCommand({ SecretId: "d" }));
    expect((await client.send(new ListSecretsCommand({}))).SecretList).toEqual([]);
  });
});

describe("authorization", () => {
  test("sees caller, action and input, and a refused write changes nothing", async () => {
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
