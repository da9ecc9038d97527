import { describe, expect, test } from "vitest";
import { evaluate, isLike } from "#infra/local/aws/iam/evaluate.ts";
import type { Statement } from "#infra/policies.ts";

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

  test("lets a deny win, where its condition holds for any of the keys", () => {
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

  test("is not decided under a condition that the local run does not know", () => {
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
