import { App } from "aws-cdk-lib";
import { describe, expect, test } from "vitest";
import { stageFromContext } from "#infra/aws/stage.ts";

const stageOf = (context: Record<string, unknown>) => stageFromContext(new App({ context }).node);

describe("a stage", () => {
  test("is dev, with defaults, when nothing is said", () => {
    expect(stageOf({})).toMatchObject({ name: "dev", domain: null, issuer: null });
  });

  test.each(["local", "test", "Prod", "a-name-too-long", "1st", ""])(
    "%j is not deployed",
    (stage) => {
      expect(() => stageOf({ stage })).toThrow(/stage/);
    },
  );

  test("takes settings from its own block of cdk.json; the command line wins", () => {
    const stages = { prod: { CONSOLE_ORIGIN: "https://a.example", APP_URL: "https://b.example" } };
    const { settings } = stageOf({ stage: "prod", stages, APP_URL: "https://c.example" });
    expect(settings).toMatchObject({
      CONSOLE_ORIGIN: "https://a.example",
      APP_URL: "https://c.example",
    });
  });

  test("a misspelt option of its block is refused, not ignored", () => {
    expect(() => stageOf({ stage: "prod", stages: { prod: { CONSOLE_ORIGN: "x" } } })).toThrow(
      /CONSOLE_ORIGN/,
    );
  });

  test("a credential is refused: it would stand in the template", () => {
    expect(() => stageOf({ COUNSEL_REVIEW_HMAC_SECRET: "f00" })).toThrow(/secret store/);
  });

  test.each([
    [{ domainName: "api.example.com" }],
    [{ certificateArn: "arn" }],
    [{ issuer: "https://id.example.com" }],
    [{ issuer: "http://id.example.com", audience: "a" }],
    [{ lambdaConcurrency: "many" }],
    [{ logRetentionDays: "91" }],
  ])("%j is refused with a sentence", (context) => {
    expect(() => stageOf(context)).toThrow(/\.$/);
  });
});
