import { describe, expect, test } from "vitest";
import type { Place } from "#infra/aws/place.ts";
import { readStage, type StageSource } from "#infra/aws/read-stage.ts";
import { type StageOption, stageOptions } from "#infra/options/stage-options.ts";
import { settingRows } from "#shared/routes/contract/settings.ts";

type Given = Record<string, unknown> & Pick<StageSource, "options">;

/** Reads a stage from the command line's context and, as `options`, from its operator's file. */
const readFrom = ({ options = {}, ...context }: Given, more: Partial<StageSource> = {}) =>
  readStage({ context: (name) => context[name], options, ...more });

const stageOf = (given: Given, more: Partial<StageSource> = {}) =>
  readFrom({ alarmRecipients: "none", ...given }, more);

describe("a stage", () => {
  test("is dev, with defaults, when nothing is given", () => {
    expect(stageOf({})).toMatchObject({ name: "dev", domain: null, issuer: null });
  });

  test.each([
    ...["local", "test", "Prod", "a-name-too-long", "1st", ""],
    ...["aws", "aws-prod", "my-amazon", "cognito"],
  ])("%j is not deployed", (stage) => {
    expect(() => stageOf({ stage })).toThrow(/stage/);
  });

  test("sends from its mail domain, or from a domain below it", () => {
    for (const MAIL_FROM of ["Bank <a@Mail.Example.com>", "a@law.mail.example.com"]) {
      expect(stageOf({ mailDomain: "mail.example.com", MAIL_FROM }).settings.MAIL_FROM).toBe(
        MAIL_FROM,
      );
    }
  });

  test.each(["eu-central-1", "us-east-1"])(
    "in %s is deployed only to the account and region that its options name",
    (region) => {
      const options = { stage: "prod", account: "111122223333", region };
      const from = (shell: Place, isDeployment: boolean) => () =>
        stageOf(options, { shell, isDeployment });
      const here = { account: "111122223333", region };
      expect(from(here, true)).not.toThrow();
      expect(from({ account: undefined, region: undefined }, true)).not.toThrow();
      const [elsewhere, other] = [
        { ...here, region: "eu-west-1" },
        { ...here, account: "444455556666" },
      ];
      expect(from(other, true)).toThrow(/account is 111122223333.*444455556666/);
      expect(from(elsewhere, true)).toThrow(`region is ${region}`);
      // A synthesis deploys nothing: it takes the options' place, whatever the shell points to.
      expect(from(other, false)).not.toThrow();
      expect(from(elsewhere, false)).not.toThrow();
    },
  );

  test("takes options from its operator's file; the command line wins", () => {
    const options = { CONSOLE_ORIGIN: "https://a.example", APP_URL: "https://b.example" };
    const { settings, given } = stageOf({ stage: "prod", options, APP_URL: "https://c.example" });
    expect(given).toEqual(["APP_URL", "CONSOLE_ORIGIN", "alarmRecipients"]);
    expect(settings).toMatchObject({
      CONSOLE_ORIGIN: "https://a.example",
      APP_URL: "https://c.example",
    });
  });

  test.each([
    "CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID",
    "CLOUDB_EVENTBUS_OUR_ACCOUNT_ID",
    "CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN",
    "CLOUDB_EVENTBUS_REGION",
    "TABLE_NAME",
  ])("%s, which the stacks set themselves, is refused by name", (name) => {
    const refusal = new RegExp(`^${name}: set by the stacks`);
    expect(() => stageOf({ [name]: "x" })).toThrow(refusal);
    expect(() => stageOf({ stage: "prod", options: { [name]: "x" } })).toThrow(refusal);
  });

  test("a misspelt option in its file is refused, not ignored", () => {
    expect(() => stageOf({ stage: "prod", options: { CONSOLE_ORIGN: "x" } })).toThrow(
      /cdk\.context\.prod\.json.*CONSOLE_ORIGN/,
    );
  });

  test("options in the project's own cdk.json are refused, with a pointer to where they belong", () => {
    expect(() => stageOf({ stage: "prod", stages: { prod: {} } })).toThrow(
      /move its "stages" to cdk\.context\.prod\.json/,
    );
  });

  test("a credential is refused: it would appear in the template", () => {
    expect(() => stageOf({ COUNSEL_REVIEW_HMAC_SECRET: "f00" })).toThrow(/secret store/);
  });

  test("without any option can be synthesised whatever the shell points to, and nobody hears of its alarms", () => {
    const bare = readFrom({}, { shell: { account: "111122223333", region: "eu-west-1" } });
    expect(bare).toMatchObject({ name: "dev", given: [], recipients: { all: [], urgent: [] } });
  });

  test.each<[string, Given]>([
    ["account, region, alarmRecipients", {}],
    ["account, region, alarmRecipients", { stage: "prod", logRetentionDays: 30 }],
    ["alarmRecipients", { options: { account: "111122223333", region: "us-east-1" } }],
  ])("is not deployed without %s: %j", (missing, given) => {
    const name = given.stage ?? "dev";
    expect(() => readFrom(given, { isDeployment: true })).toThrow(
      new RegExp(
        `^The stage ${name} cannot be deployed without ${missing}\\. .*cdk.context.${name}`,
      ),
    );
  });

  test("with a name or an option is refused if nobody hears of its alarms, unless the operator says so", () => {
    for (const given of [
      { stage: "prod" },
      { logRetentionDays: 30 },
      { options: { front: "x" } },
    ]) {
      expect(() => readFrom(given)).toThrow(/^(alarmRecipients is missing|front must be)/);
    }
    expect(stageOf({ alarmRecipients: "none" }).recipients).toEqual({ all: [], urgent: [] });
    expect(
      stageOf({
        alarmRecipients: ["a@example.com", "https://pager.example.com/x"],
        urgentAlarmRecipients: "b@example.com, c@example.com",
      }).recipients,
    ).toEqual({
      all: ["a@example.com", "https://pager.example.com/x"],
      urgent: ["b@example.com", "c@example.com"],
    });
  });

  const certificate = "arn:aws:acm:eu-west-1:111122223333:certificate/0a1b";
  const here = "arn:aws:acm:us-east-1:111122223333:certificate/0a1b";

  test.each<[string, Record<string, unknown>]>([
    ["domainName", { domainName: "api.example.com" }],
    ["domainName", { domainName: "https://api.example.com", certificateArn: here }],
    ["certificateArn", { certificateArn: "arn" }],
    [
      "certificateArn",
      { domainName: "api.example.com", certificateArn: certificate, region: "us-east-1" },
    ],
    ["issuer", { issuer: "https://id.example.com" }],
    ["issuer", { issuer: "http://id.example.com", audience: "a" }],
    ["issuer", { issuer: ["https://a.example", "https://b.example"], audience: "a" }],
    ["alarmRecipients", { alarmRecipients: "not-an-email" }],
    ["alarmRecipients", { alarmRecipients: ["a@example.com", "none"] }],
    ["alarmRecipients", { alarmRecipients: ["a@example.com", 7] }],
    ["account", { account: "1111" }],
    ["region", { region: ["us-east-1", "eu-west-1"] }],
    ["lambdaConcurrency", { lambdaConcurrency: "many" }],
    ["logRetentionDays", { logRetentionDays: "91" }],
    ["logRetentionDays", { logRetentionDays: { days: 30 } }],
    ["anchorsBucket", { anchorsBucket: "My-Bucket" }],
    ["restoredTable", { restoredTable: "a b" }],
    ["adminPasswordAuth", { adminPasswordAuth: "yes" }],
    ["monthlyBudgetUsd", { monthlyBudgetUsd: -1 }],
    ["permissionsBoundary", { permissionsBoundary: "arn:aws:iam::1:policy/x" }],
    ["backupVaultArn", { backupVaultArn: "arn:aws:s3:::bucket" }],
    ["secretReplicaRegions", { region: "us-east-1", secretReplicaRegions: "eu-west-1,us-east-1" }],
    ["front", { front: "true" }],
    ["CONSOLE_ORIGIN", { CONSOLE_ORIGIN: "https://console.example.com/path" }],
    ["APP_URL", { APP_URL: "ftp://app.example.com" }],
    ["OIDC_ISSUER_URL", { OIDC_ISSUER_URL: ["https://a.example", "https://b.example"] }],
    ["DISCOVERY_INTERVAL_HOURS", { DISCOVERY_INTERVAL_HOURS: "soon" }],
    ["CANARY_ENABLED", { CANARY_ENABLED: "no" }],
    ["EXTRACTOR_ALLOWED_HOSTS", { EXTRACTOR_ALLOWED_HOSTS: "no-port" }],
    ["MAIL_FROM", { MAIL_FROM: "Söhne <reviews@mail.example.com>" }],
    ["MAIL_FROM", { MAIL_FROM: "reviews at example" }],
    ["MAIL_FROM", { mailDomain: "mail.example.com", MAIL_FROM: "Bank <a@example.com>" }],
    ["MAIL_FROM", { mailDomain: "mail.example.com", MAIL_FROM: "a@gmail.example.com" }],
    ["IDP_SCOPE", { IDP_SCOPE: "two\nlines" }],
  ])("is refused by the name %s: %j", (name, context) => {
    for (const given of [context, { options: context }]) {
      const call = () => readFrom(withRecipient(given));
      expect(call).toThrow(new RegExp(`^${name}\\b.*\\.$`));
    }
  });

  const withRecipient = (given: Record<string, unknown>) =>
    "alarmRecipients" in given || "alarmRecipients" in ((given.options as object) ?? {})
      ? given
      : { alarmRecipients: "none", ...given };

  test("each option and each setting of the operator accepts its own example", () => {
    for (const [name, { kind, example }] of Object.entries<StageOption>(stageOptions)) {
      const texts = kind.isList ? example.split(",").map((text) => text.trim()) : [example];
      for (const text of texts)
        expect([name, text, kind.holds(text.replace("…", "0"))]).toEqual([name, text, true]);
    }
    for (const [name, { kind, example }] of Object.entries(settingRows)) {
      expect([name, kind.holds(example)]).toEqual([name, true]);
    }
  });
});
