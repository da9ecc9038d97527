import { describe, expect, test } from "vitest";
import type { Aws, AwsAnswer } from "../../bin/aws/cli.ts";
import { accountLooks } from "../../bin/doctor/account.ts";
import { act, exitCodeOf, lineOf, lookAt, ok } from "../../bin/doctor/finding.ts";
import { type LogFacts, type ServiceReader, serviceLooks } from "../../bin/doctor/service.ts";

const NOW = "2026-11-22T12:00:00.000Z";

test("prints worst first; what cannot be looked at is a line of its own and never hides the rest", async () => {
  const found = await lookAt([
    { what: "a", look: () => [ok("a", "fine.")] },
    {
      what: "b",
      look: () => {
        throw new Error("AccessDenied\nmore");
      },
    },
    { what: "c", look: () => [act("c", "do something.")] },
  ]);
  expect(found.map(lineOf)).toEqual([
    "ACT  c: do something.",
    "?    b: could not look: AccessDenied",
    "ok   a: fine.",
  ]);
  expect(exitCodeOf(found)).toBe(1);
  expect(exitCodeOf(found.slice(1))).toBe(3);
  expect(exitCodeOf(found.slice(2))).toBe(0);
});

describe("the service", () => {
  const log: LogFacts = {
    oldestWaiting: null,
    size: 10,
    checkpoint: { size: 10, signedAt: "2026-11-22T11:50:00.000Z", cosignatures: 0 },
    forkedSince: null,
    witnesses: 0,
  };
  const reader = (more: Partial<ServiceReader> = {}): ServiceReader => ({
    now: NOW,
    baseUrl: () => "http://127.0.0.1:1",
    checklist: async () => [],
    log: async () => log,
    expectedCommit: () => null,
    lastDrill: async () => ({ at: "2026-11-01T00:00:00.000Z", exitCode: 0 }),
    ...more,
  });
  const levels = async (what: string, more: Partial<ServiceReader>) => {
    const looks = serviceLooks(reader(more)).filter((one) => one.what === what);
    return (await lookAt(looks)).map(({ level, what }) => `${level} ${what}`);
  };

  test.each<[string, string, Partial<ServiceReader>, string]>([
    ["no drill", "restore drill", { lastDrill: async () => null }, "act restore drill"],
    [
      "a drill that found something",
      "restore drill",
      { lastDrill: async () => ({ at: NOW, exitCode: 18 }) },
      "act restore drill",
    ],
    [
      "an old drill",
      "restore drill",
      { lastDrill: async () => ({ at: "2026-01-01T00:00:00.000Z", exitCode: 0 }) },
      "act restore drill",
    ],
    [
      "a row that waits too long",
      "evidence log",
      { log: async () => ({ ...log, oldestWaiting: "2026-11-22T11:00:00.000Z" }) },
      "act evidence log",
    ],
    [
      "a table that contradicts the anchors",
      "evidence log",
      { log: async () => ({ ...log, forkedSince: NOW }) },
      "act anchors",
    ],
    [
      "a missing signing secret",
      "checklist",
      {
        checklist: async () => [
          { id: "counsel_review_hmac_secret", title: "x", status: "not_set", detail: "y" },
        ],
      },
      "act checklist",
    ],
    ["a service that is down", "version", {}, "blind version"],
  ])("%s is told", async (_, what, more, expected) => {
    expect(await levels(what, more)).toContain(expected);
  });

  test("one that is well has nothing to act on", async () => {
    expect(await levels("evidence log", {})).toEqual([
      "ok evidence log",
      "ok anchors",
      "ok witnesses",
    ]);
    expect(await levels("restore drill", {})).toEqual(["ok restore drill"]);
  });
});

describe("the account", () => {
  const done = (output: unknown): AwsAnswer => ({
    outcome: "done",
    output: typeof output === "string" ? output : JSON.stringify(output),
  });
  const answers: Record<string, (args: readonly string[]) => AwsAnswer> = {
    "lambda get-account-settings": () =>
      done({ AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } }),
    "dynamodb describe-continuous-backups": () =>
      done({
        ContinuousBackupsDescription: {
          PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "DISABLED" },
        },
      }),
    "dynamodb describe-table": () => done({ Table: { TableStatus: "ACTIVE" } }),
    "cloudformation describe-stacks": () =>
      done({
        Stacks: [
          {
            Outputs: [
              { OutputKey: "Options", OutputValue: "APP_URL" },
              { OutputKey: "AlarmTopic", OutputValue: "arn:topic" },
              { OutputKey: "UrgentAlarmTopic", OutputValue: "arn:urgent" },
            ],
          },
        ],
      }),
    "cloudformation list-stack-resources": () =>
      done({
        StackResourceSummaries: [
          {
            ResourceType: "AWS::KMS::Key",
            LogicalResourceId: "TableKeyAB12CD34",
            PhysicalResourceId: "k",
          },
        ],
      }),
    "kms describe-key": () =>
      done({ KeyMetadata: { KeyState: "PendingDeletion", CreationDate: NOW } }),
    "sns list-subscriptions-by-topic": (args) =>
      done({
        Subscriptions: args.includes("arn:urgent")
          ? []
          : [{ Endpoint: "ops@example.com", SubscriptionArn: "PendingConfirmation" }],
      }),
    "cloudwatch describe-alarms": () =>
      done({ MetricAlarms: [{ AlarmName: "countersign-prod-Api5xx" }] }),
    "acm describe-certificate": () =>
      done({ Certificate: { Status: "ISSUED", NotAfter: "2026-12-01T00:00:00Z" } }),
    "sesv2 get-email-identity": () => done({ VerifiedForSendingStatus: false }),
    "logs filter-log-events": () => done({ events: [] }),
    "cloudformation list-stacks": () => done("Countersign-prod-Alarms"),
    "cloudformation detect-stack-drift": () => done({ StackDriftDetectionId: "d" }),
    "cloudformation describe-stack-drift-detection-status": () =>
      done({ DetectionStatus: "DETECTION_COMPLETE", StackDriftStatus: "DRIFTED" }),
    "cloudformation describe-stack-resource-drifts": () =>
      done({
        StackResourceDrifts: [
          { LogicalResourceId: "Api5xx1", StackResourceDriftStatus: "DELETED" },
        ],
      }),
  };
  const aws: Aws = (args) => {
    const answer = answers[args.slice(0, 2).join(" ")];
    if (answer === undefined) throw new Error(`No answer for aws ${args.join(" ")}.`);
    return answer(args);
  };

  test("whatever is wrong with it is named", async () => {
    const looks = accountLooks({
      stage: "prod",
      options: {
        domainName: "api.example.com",
        certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0",
        MAIL_FROM: "Countersign <mail@example.com>",
      },
      place: { account: "111122223333", region: "us-east-1", profile: null, env: {} },
      aws,
      now: NOW,
      pause: async () => {},
    });
    const lines = (await lookAt(looks)).map(lineOf);
    for (const expected of [
      /^ACT {2}options: the file lacks APP_URL/,
      /^ACT {2}concurrency: quota 10/,
      /^ACT {2}recovery: countersign-prod has no point-in-time recovery/,
      /^ACT {2}table: countersign-prod is not protected/,
      /^ACT {2}key TableKey: is PendingDeletion/,
      /^ACT {2}recipients \(soon\): not confirmed: ops@example.com/,
      /^ACT {2}recipients \(urgent\): nobody hears/,
      /^ACT {2}alarms: countersign-prod-Api5xx is firing/,
      /^ACT {2}domain api.example.com: its certificate ends in 8 days/,
      /^ACT {2}mail: mail@example.com is not verified/,
      /^ACT {2}canary: it has not run/,
      /^ACT {2}drift: Countersign-prod-Alarms: Api5xx1 is DELETED/,
      /^ok {3}place: account 111122223333, region us-east-1/,
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(expected));
    }
  });
});
