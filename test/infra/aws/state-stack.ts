import { describe, expect, test } from "vitest";
import { auditChanges } from "#infra/policies/table.ts";
import { credentialEntries, generatedCredentials } from "#shared/domain/setup/credentials.ts";
import { tableSchema } from "#shared/store/table-schema.ts";
import { synthesize, textOf, variants } from "#test/support/stacks.ts";

const system = synthesize();
const table = system.single("AWS::DynamoDB::Table");

describe("the table", () => {
  test("has the keys and the indexes of the schema; the indexes of audit rows contain only the row", () => {
    expect(
      table.Properties.KeySchema.map((key: { AttributeName: string }) => key.AttributeName),
    ).toEqual([tableSchema.partitionKey, tableSchema.sortKey]);
    expect(table.Properties.GlobalSecondaryIndexes).toEqual(
      tableSchema.indexes.map((IndexName) => ({
        IndexName,
        KeySchema: [
          { AttributeName: `${IndexName}pk`, KeyType: "HASH" },
          { AttributeName: `${IndexName}sk`, KeyType: "RANGE" },
        ],
        Projection: IndexName.startsWith("audit")
          ? { ProjectionType: "INCLUDE", NonKeyAttributes: ["row"] }
          : { ProjectionType: "ALL" },
      })),
    );
  });

  test("is on demand, restorable to any second of 35 days, encrypted with our own key", () => {
    expect(table.Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      PointInTimeRecoverySpecification: {
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: 35,
      },
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
    });
  });

  test("outlives the stack and refuses deletion", () => {
    expect(table.Properties.DeletionProtectionEnabled).toBe(true);
    expect(table.DeletionPolicy).toBe("RetainExceptOnCreate");
    expect(system.parts.state.terminationProtection).toBe(true);
  });

  test("lets nobody change or remove an audit row, and refuses calls without TLS", () => {
    const [audit, tls] = table.Properties.ResourcePolicy.PolicyDocument.Statement;
    expect(audit).toMatchObject({
      Effect: "Deny",
      Principal: { AWS: "*" },
      Action: auditChanges,
      Condition: { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": ["AUDIT#*"] } },
    });
    expect(tls).toMatchObject({
      Effect: "Deny",
      Principal: { AWS: "*" },
      Action: "dynamodb:*",
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    });
  });
});

describe("keys and secrets", () => {
  test("keys rotate and are retained", () => {
    const keys = system.resources("AWS::KMS::Key");
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const { Properties, DeletionPolicy } of keys) {
      // A signing key is rotated by the platform admin, because others pin its public half.
      if (Properties.KeyUsage !== "SIGN_VERIFY") expect(Properties.EnableKeyRotation).toBe(true);
      expect(DeletionPolicy).toMatch(/^Retain/);
    }
  });

  test("every log group is encrypted with a key that serves only this stage's log groups", () => {
    const groups = system.resources("AWS::Logs::LogGroup");
    expect(groups.length).toBeGreaterThan(50);
    for (const { Properties } of groups) {
      expect(textOf(Properties.KmsKeyId), Properties.LogGroupName).toContain("LogsKey");
      expect(Properties.LogGroupName).toMatch(/^\/countersign\/prod\//);
    }
    const statements = system
      .resources("AWS::KMS::Key")
      .flatMap(({ Properties }) => Properties.KeyPolicy.Statement)
      .filter(({ Sid }: { Sid?: string }) => Sid === "LogGroupsOfThisStage");
    expect(statements).toHaveLength(1);
    expect(textOf(Object.values(statements[0].Condition.StringLike)[0])).toMatch(
      /:log-group:\/countersign\/prod\/\*$/,
    );
  });

  test("every secret entry is under its stage's prefix, encrypted with our key, without a value", () => {
    const entries = system.resources("AWS::SecretsManager::Secret");
    expect(entries.length).toBeGreaterThan(0);
    for (const { Properties, DeletionPolicy } of entries) {
      expect(Properties.Name).toMatch(/^countersign\/prod\/([a-z-]+|settings\/[A-Z_]+)$/);
      expect(Properties.KmsKeyId).toBeDefined();
      expect(Properties.SecretString).toBeUndefined();
      // The deployment may generate these values, because nothing stored depends on them.
      const isMade = generatedCredentials.some(
        (name) => Properties.Name === `countersign/prod/${credentialEntries[name]}`,
      );
      expect(Properties.GenerateSecretString !== undefined).toBe(isMade);
      expect(DeletionPolicy).toMatch(/^Retain/);
    }
  });
});

describe("the entries of credentials", () => {
  const entriesOf = (of: ReturnType<typeof synthesize>) =>
    of
      .resources("AWS::SecretsManager::Secret")
      .map(({ Properties }) => Properties.Name.replace(/^countersign\/[a-z]+\//, ""))
      .filter((name) => /^settings\/|^(cursor|export-link)-key$/.test(name));

  test("are all created, so that an empty one is not mistaken for a forbidden one", () => {
    expect(entriesOf(system).toSorted()).toEqual(Object.values(credentialEntries).toSorted());
  });

  test("leave alone what an operator created by hand for an earlier version", () => {
    const upgraded = synthesize(
      variants["a small account with what was elsewhere before, mail, and no canary"],
    );
    const left = entriesOf(system).filter((name) => !entriesOf(upgraded).includes(name));
    expect(left).toEqual(["settings/HOSTED_LLM_API_KEY", "settings/IDP_CLIENT_SECRET"]);
  });
});

describe("sign-in", () => {
  test("self sign-up is off, and a second factor is required", () => {
    expect(system.single("AWS::Cognito::UserPool").Properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      MfaConfiguration: "ON",
      EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
      DeletionProtection: "ACTIVE",
    });
  });

  test("no user can write the attributes that determine rights", () => {
    const client = system.single("AWS::Cognito::UserPoolClient").Properties;
    expect(client.WriteAttributes).toEqual(["locale"]);
    expect(client.GenerateSecret).not.toBe(true);
  });

  test("a changed e-mail address counts once it is confirmed", () => {
    expect(system.single("AWS::Cognito::UserPool").Properties).toMatchObject({
      AutoVerifiedAttributes: ["email"],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
    });
  });

  test("passwords are accepted only through SRP, unless the operator asks for more", () => {
    const flows = (of: typeof system) =>
      of.single("AWS::Cognito::UserPoolClient").Properties.ExplicitAuthFlows.toSorted();
    expect(flows(system)).toEqual(["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"]);
    expect(flows(synthesize(variants["all that is optional"]))).toContain(
      "ALLOW_ADMIN_USER_PASSWORD_AUTH",
    );
  });

  test("the sign-in command's loopback address is allowed, and no other plain http", () => {
    const { CallbackURLs } = system.single("AWS::Cognito::UserPoolClient").Properties;
    const plain = CallbackURLs.filter((url: unknown) => /^http:/.test(textOf(url)));
    expect(plain).toEqual(["http://localhost:8976/signed-in"]);
  });

  test("the groups are the ones that the edge checks", () => {
    const names = system
      .resources("AWS::Cognito::UserPoolGroup")
      .map(({ Properties }) => Properties.GroupName);
    expect(names.sort()).toEqual(["org-admin", "platform-admin", "reader"]);
  });

  test("another issuer is trusted instead of the user pool, which is kept so that the operator can go back", () => {
    const other = synthesize(variants["all that is optional"]);
    expect(other.resources("AWS::Cognito::UserPool")).toHaveLength(1);
    expect(other.single("AWS::ApiGatewayV2::Authorizer").Properties.JwtConfiguration).toEqual({
      Issuer: "https://id.example.com",
      Audience: ["console", "cli"],
    });
  });
});
