import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { functionUnits } from "#infra/functions.ts";
import { logStatements } from "#infra/policies/log.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";

interface Statement {
  Sid: string;
  Effect: string;
  Action: string[];
  Resource: string[];
}

/** The policy of a bucket in another account, as the operator copies it. */
function documented(): Statement[] {
  const text = readFileSync("docs/deploying.md", "utf8");
  const [, section = ""] = text.split("### An anchors bucket in another account");
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  return JSON.parse(json).Statement;
}

/* Between two accounts both sides have to allow a call: the role's policy and the bucket's. */
test("the documented policy of a bucket in another account allows each call that the stage's roles make", () => {
  const anchorsArn = "arn:aws:s3:::example-countersign-anchors";
  const arns = { keyArnPrefix: "", logKeyTag: "", anchorsArn } as ResourceArns;
  const needed = functionUnits
    .flatMap(({ needs }) => logStatements(needs, arns))
    .filter(({ Action }) => Action.some((action) => action.startsWith("s3:")));
  expect(needed.length).toBeGreaterThan(0);
  const stages = documented().find(({ Sid }) => Sid === "StagePutsAndReads");
  for (const { Action, Resource } of needed) {
    expect(stages?.Action).toEqual(expect.arrayContaining([...Action]));
    expect(stages?.Resource).toEqual(expect.arrayContaining([...Resource]));
  }
});
