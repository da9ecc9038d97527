import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { describe, expect, test } from "vitest";
import { checkBusRegion, optionNames, stageFromContext } from "#infra/aws/stage.ts";

const stageOf = (context: Record<string, unknown>) => stageFromContext(new App({ context }).node);

describe("a stage", () => {
  test("has no option that docs/operations.md leaves out", () => {
    const rows = readFileSync("docs/operations.md", "utf8").match(/^\| `.*$/gm) ?? [];
    const explained = rows.map((row) => row.split("|")[1]).join();
    for (const name of optionNames) expect(explained).toContain(`\`${name}\``);
  });

  test("is dev, with defaults, when nothing is given", () => {
    expect(stageOf({})).toMatchObject({ name: "dev", domain: null, issuer: null });
  });

  test.each(["local", "test", "Prod", "a-name-too-long", "1st", ""])(
    "%j is not deployed",
    (stage) => {
      expect(() => stageOf({ stage })).toThrow(/stage/);
    },
  );

  test.each([
    ["us-east-1", undefined, null],
    [undefined, undefined, null],
    ["eu-west-1", "eu-west-1", null],
    ["eu-west-1", undefined, /would be in eu-west-1/],
    ["us-east-1", "eu-west-1", /are created in us-east-1/],
  ])("in %s with CLOUDB_EVENTBUS_REGION %s", (region, said, refusal) => {
    const stage = stageOf(said === undefined ? {} : { CLOUDB_EVENTBUS_REGION: said });
    const check = () => checkBusRegion(stage, region);
    if (refusal === null) expect(check).not.toThrow();
    else expect(check).toThrow(refusal);
  });

  test("takes options from its operator's file; the command line wins", () => {
    const options = { CONSOLE_ORIGIN: "https://a.example", APP_URL: "https://b.example" };
    const { settings, given } = stageOf({ stage: "prod", options, APP_URL: "https://c.example" });
    expect(given).toEqual(["APP_URL", "CONSOLE_ORIGIN"]);
    expect(settings).toMatchObject({
      CONSOLE_ORIGIN: "https://a.example",
      APP_URL: "https://c.example",
    });
  });

  test("a misspelt option of its file is refused, not ignored", () => {
    expect(() => stageOf({ stage: "prod", options: { CONSOLE_ORIGN: "x" } })).toThrow(
      /cdk\.context\.prod\.json.*CONSOLE_ORIGN/,
    );
  });

  test("options in the project's own cdk.json are refused, with a pointer to where they belong", () => {
    expect(() => stageOf({ stage: "prod", stages: { prod: {} } })).toThrow(
      /move stages\.prod to cdk\.context\.prod\.json/,
    );
  });

  test("a credential is refused: it would appear in the template", () => {
    expect(() => stageOf({ COUNSEL_REVIEW_HMAC_SECRET: "f00" })).toThrow(/secret store/);
  });

  test.each([
    [{ domainName: "api.example.com" }],
    [{ certificateArn: "arn" }],
    [{ issuer: "https://id.example.com" }],
    [{ issuer: "http://id.example.com", audience: "a" }],
    [{ lambdaConcurrency: "many" }],
    [{ logRetentionDays: "91" }],
  ])("%j is refused with an explanation", (context) => {
    expect(() => stageOf(context)).toThrow(/\.$/);
  });
});
