import { DescribeSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readSecretState } from "#shared/use-cases/setup/secret-state.ts";

beforeAll(() => {
  vi.stubEnv("TABLE_NAME", "table");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe("a setup change", () => {
  test("reads the deployment first and then the secret store, never an older entry", async () => {
    const seen: string[] = [];
    const [table, secrets] = [mockClient(DynamoDBDocumentClient), mockClient(SecretsManagerClient)];
    onTestFinished(() => {
      table.restore();
      secrets.restore();
    });
    table.on(GetCommand).callsFake(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push("deployment");
      return { Item: { deployment: { revision: 3 } } };
    });
    secrets.on(DescribeSecretCommand).callsFake(async () => {
      seen.push("entry");
      return { Name: "sourcehost-webhook-secret", VersionIdsToStages: { v1: ["AWSCURRENT"] } };
    });
    const { deployment, entry, attached } = await readSecretState("sourcehost-webhook-secret");
    expect([deployment.revision, entry?.currentVersion, attached]).toEqual([3, "v1", null]);
    expect(seen).toEqual(["deployment", "entry"]);
  });
});
