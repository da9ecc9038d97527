import { describe, expect, test } from "vitest";
import { evaluate, isLike } from "#infra/local/aws/iam/evaluate.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import type { Statement } from "#infra/policies/statement.ts";
import { roleTemplate } from "#shared/domain/connections/role-template.ts";

const allow: Statement = {
  Sid: "Allow",
  Effect: "Allow",
  Action: ["dynamodb:PutItem", "dynamodb:UpdateItem"],
  Resource: ["arn:table/a"],
};
const deny: Statement = {
  Sid: "Deny",
  Effect: "Deny",
  Action: ["dynamodb:UpdateItem"],
  Resource: ["arn:table/a"],
  Condition: { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": ["AUDIT#*"] } },
};
const request = (action: string, resource = "arn:table/a", keys: string[] = []) => ({
  action,
  resource,
  context: { "dynamodb:LeadingKeys": keys },
});

describe("a role's policy", () => {
  test("refuses what no statement allows", () => {
    expect(evaluate([], request("dynamodb:PutItem"))).toBe("no statement allows it");
    expect(evaluate([allow], request("dynamodb:Scan"))).toBe("no statement allows it");
    expect(evaluate([allow], request("dynamodb:PutItem", "arn:table/b"))).toBe(
      "no statement allows it",
    );
  });

  test("lets a deny win when its condition holds for any of the keys", () => {
    const policy = [allow, deny];
    expect(evaluate(policy, request("dynamodb:UpdateItem", "arn:table/a", ["REVIEW#1"]))).toBe(
      "allowed",
    );
    expect(
      evaluate(policy, request("dynamodb:UpdateItem", "arn:table/a", ["REVIEW#1", "AUDIT#x"])),
    ).toBe("a statement denies it");
    expect(evaluate(policy, request("dynamodb:PutItem", "arn:table/a", ["AUDIT#x"]))).toBe(
      "allowed",
    );
  });

  test("throws on a condition that the local run does not know", () => {
    const odd: Statement = { ...allow, Condition: { NumericLessThan: { "s3:max-keys": "1" } } };
    expect(() => evaluate([odd], request("dynamodb:PutItem"))).toThrow(/NumericLessThan/);
  });

  test.each([
    ["arn:secret:name-??????", "arn:secret:name-a1B2c3", true],
    ["arn:secret:name-??????", "arn:secret:name-previous-a1B2c3", false],
    ["arn:secret:tenant-*", "arn:secret:tenant-1-byo-a1B2c3", true],
    ["arn:a.b", "arn:aXb", false],
  ])("%s over %s is %j", (pattern, text, expected) => {
    expect(isLike(pattern, text)).toBe(expected);
  });
});

describe("the roles that a function may assume", () => {
  const OWN = "111122223333";
  const place = {
    tableArn: "arn:table",
    secretArnPrefix: "arn:secret:",
    busArnPrefix: "arn:bus/",
    keyArnPrefix: "arn:key/",
    logKeyTag: "prod",
    anchorsArn: "arn:aws:s3:::anchors",
    mail: null,
    apiArn: "arn:aws:execute-api:us-east-1:000000000000:api/$default",
    tableKeyArn: null,
    secretsKeyArn: null,
    region: "us-east-1",
    account: OWN,
    stage: "prod",
  };
  const statements = statementsFor({ roles: "assume" }, place);
  const may = (account: string, role: string, more: Record<string, string[]> = {}) =>
    evaluate(statements, {
      action: "sts:AssumeRole",
      resource: `arn:aws:iam::${account}:role/${role}`,
      context: {
        "aws:ResourceAccount": [account],
        "sts:ExternalId": ["7b1f0c9a-2f6c-4d1e-9c3f-5e0b7b1f0c9a"],
        "sts:RoleSessionName": ["countersign-acme"],
        ...more,
      },
    }) === "allowed";

  test("are customers' roles, of any name, only with a connection's external id", () => {
    expect(may("123456789012", "CountersignDiscovery")).toBe(true);
    expect(may("123456789012", "audit/ReadAi")).toBe(true);
    expect(may("123456789012", "ReadAi", { "sts:ExternalId": [] })).toBe(false);
    expect(may("123456789012", "ReadAi", { "sts:ExternalId": ["admin"] })).toBe(false);
    expect(may("123456789012", "ReadAi", { "sts:RoleSessionName": ["root"] })).toBe(false);
  });

  test("are not the platform's own, except the one that the onboarding template creates", () => {
    expect(may(OWN, "Administrator")).toBe(false);
    expect(may(OWN, "cdk-hnb659fds-deploy-role-111122223333-us-east-1")).toBe(false);
    expect(may(OWN, "CountersignDiscovery")).toBe(true);
    const { RoleName } = roleTemplate(OWN, "id").Resources.DiscoveryRole.Properties;
    expect(may(OWN, RoleName)).toBe(true);
    expect(may(OWN, RoleName, { "sts:ExternalId": [] })).toBe(false);
  });

  test("are none for a function that declares none", () => {
    expect(JSON.stringify(statementsFor({ table: "write" }, place))).not.toContain("sts:");
  });
});
