import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startCommand } from "#test/support/command.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import type { Aws, AwsAnswer } from "../../bin/aws/cli.ts";
import { accountLooks } from "../../bin/doctor/account.ts";
import { readArguments } from "../../bin/doctor/arguments.ts";
import { act, exitCodeOf, lineOf, lookAt, ok } from "../../bin/doctor/finding.ts";
import {
  type LogFacts,
  type ServiceReader,
  serviceLooks,
  type TwoPeople,
} from "../../bin/doctor/service.ts";

const NOW = "2026-11-22T12:00:00.000Z";

/** When the alarms were made. */
const BORN = "2026-11-01T12:00:00.000Z";

/** An alarm that has had no data since then. */
const silent = (job: string, since: string) => ({
  AlarmName: `countersign-prod-MissedRuns-${job}`,
  StateUpdatedTimestamp: since,
  AlarmConfigurationUpdatedTimestamp: BORN,
});

test("prints the worst first; what cannot be checked gets its own line and never hides the rest", async () => {
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
  const note = "a.example/log\n10\nroot\n\n— a.example/log c2ln\n";
  const checkpoint = { size: 10, note, signedAt: "2026-11-22T11:50:00.000Z", cosignatures: 0 };
  const log: LogFacts = {
    oldestWaiting: null,
    size: 10,
    checkpoint,
    forkedSince: null,
    witnesses: 0,
  };
  const anchored = { size: 10, note };
  const two = (more: Partial<TwoPeople>): TwoPeople => ({
    ...{ isOn: false, unconfirmed: [], unconfirmable: [], oneself: [], shown: 0, keyless: [] },
    ...more,
  });
  const reader = (more: Partial<ServiceReader> = {}): ServiceReader => ({
    now: NOW,
    stageNow: async () => NOW,
    baseUrl: () => "http://127.0.0.1:1",
    checklist: async () => [],
    log: async () => log,
    newestAnchor: async () => anchored,
    courier: async () => ({ oldestDue: null, due: 0 }),
    twoPeople: async () => two({}),
    expectedCommit: () => null,
    lastDrill: async () => ({ at: "2026-11-01T00:00:00.000Z", exitCode: 0 }),
    ...more,
  });
  const lines = async (what: string, more: Partial<ServiceReader>) => {
    const looks = serviceLooks(reader(more)).filter((one) => one.what === what);
    expect(looks).toHaveLength(1);
    return (await lookAt(looks)).map(lineOf).join("\n");
  };
  const unreachable = async () => {
    throw new Error("The bucket answered 403.");
  };
  const health = (commit: string) => async () => {
    const body = JSON.stringify({ status: "ok", version: "1.0.0", commit });
    vi.stubGlobal("fetch", async () => new Response(body, { status: 200 }));
    return commit;
  };
  afterEach(() => vi.unstubAllGlobals());

  test.each<[string, string, Partial<ServiceReader>, RegExp]>([
    ["no drill", "restore drill", { lastDrill: async () => null }, /^ACT .*none was ever run/],
    [
      "a drill that found something",
      "restore drill",
      { lastDrill: async () => ({ at: NOW, exitCode: 18 }) },
      /^ACT .*exit code 18; run one/,
    ],
    [
      "an old drill",
      "restore drill",
      { lastDrill: async () => ({ at: "2026-01-01T00:00:00.000Z", exitCode: 0 }) },
      /^ACT .*ended 325 d ago/,
    ],
    [
      "a row that waits too long",
      "evidence log",
      { log: async () => ({ ...log, oldestWaiting: "2026-11-22T11:00:00.000Z" }) },
      /^ACT .*a row has waited for 60 min: does sequenceLog run/,
    ],
    [
      "a log that never signed",
      "evidence log",
      {
        log: async () => ({ ...log, checkpoint: null, oldestWaiting: "2026-11-22T11:00:00.000Z" }),
      },
      /^ACT .*nothing is signed/,
    ],
    [
      "a table that contradicts the anchors",
      "anchors",
      { log: async () => ({ ...log, forkedSince: NOW }) },
      /^ACT .*nothing is signed/,
    ],
    [
      "a bucket without the newest checkpoint",
      "anchors",
      { newestAnchor: async () => ({ ...anchored, size: 7 }) },
      /^ACT .*10 leaves is not anchored/,
    ],
    [
      "a bucket that is ahead of the table",
      "anchors",
      { newestAnchor: async () => ({ ...anchored, size: 12 }) },
      /^ACT .*Anchored: 12 leaves; in the table: 10/,
    ],
    [
      "another history in the bucket",
      "anchors",
      { newestAnchor: async () => ({ ...anchored, note: note.replace("root", "other") }) },
      /^ACT .*another checkpoint of 10 leaves/,
    ],
    [
      "a table that has lost its checkpoint",
      "anchors",
      { log: async () => ({ ...log, checkpoint: null }) },
      /^ACT .*but the table has no checkpoint/,
    ],
    [
      "a bucket that cannot be read",
      "anchors",
      { newestAnchor: unreachable },
      /^\? .*could not look: The bucket answered 403/,
    ],
    [
      "a witness that has not cosigned",
      "witnesses",
      {
        log: async () => ({ ...log, witnesses: 2, checkpoint: { ...checkpoint, cosignatures: 1 } }),
      },
      /^ACT .*1 of 2 cosigned the newest checkpoint, signed 10 min ago/,
    ],
    [
      "mail that nobody sends",
      "courier",
      { courier: async () => ({ oldestDue: "2026-11-22T11:00:00.000Z", due: 3 }) },
      /^ACT .*3 due, the oldest for 60 min: does runCourier run/,
    ],
    [
      "a request that waits for a second person",
      "two people",
      { twoPeople: async () => two({ isOn: true, unconfirmed: [{ name: "Ada Lex", open: 1 }] }) },
      /^ACT .*the option is on; no second person has confirmed Ada Lex \(1 open request\)/,
    ],
    [
      "counsel whom nobody can confirm",
      "two people",
      {
        twoPeople: async () => {
          const ada = [{ name: "Ada Lex", open: 1 }];
          return two({ isOn: true, unconfirmed: ada, unconfirmable: ada });
        },
      },
      /ACT .*named no e-mail address registered or changed Ada Lex .*register them anew, cancel these records' open requests, and deactivate them\./,
    ],
    [
      "a link from before two people were needed",
      "two people",
      { twoPeople: async () => two({ isOn: true, shown: 2 }) },
      /ACT .*Links that admins were shown before the option was on: 2\./,
    ],
    [
      "a request from before a key was demanded",
      "two people",
      { twoPeople: async () => two({ keyless: [{ name: "Ada Lex", open: 1 }] }) },
      /ACT .*A key is demanded of them, and they have none: Ada Lex \(1 open request\)/,
    ],
    [
      "a missing signing secret",
      "checklist",
      {
        checklist: async () => [
          { id: "counsel_review_hmac_secret", title: "x", status: "not_set", detail: "y" },
        ],
      },
      /^ACT {2}checklist: x: y/,
    ],
    [
      "another commit than the deployed one",
      "version",
      { baseUrl: () => "http://service.example", expectedCommit: () => "b".repeat(40) },
      /^ACT .*commit a{40} runs, but b{40} was deployed last/,
    ],
    ["a service that is down", "version", {}, /^\? .*could not look/],
  ])("%s is told", async (title, what, more, expected) => {
    if (/commit/.test(title)) await health("a".repeat(40))();
    expect(await lines(what, more)).toMatch(expected);
  });

  test.each<[string, Partial<ServiceReader>, RegExp]>([
    ["evidence log", {}, /10 leaves, no row waits; checkpoint of 10 signed 10 min ago/],
    [
      "evidence log",
      { log: async () => ({ ...log, oldestWaiting: "2026-11-22T11:59:30.000Z" }) },
      /the oldest row has waited for 30 s/,
    ],
    ["anchors", {}, /the newest is of 10 leaves, and the same as in the table/],
    [
      "anchors",
      // The log adds cosignatures after the anchor was made.
      {
        log: async () => ({
          ...log,
          checkpoint: { ...checkpoint, note: `${note}— w.example eA==\n` },
        }),
      },
      /the same as in the table/,
    ],
    ["witnesses", {}, /none are configured/],
    [
      "witnesses",
      {
        log: async () => ({ ...log, witnesses: 1, checkpoint: { ...checkpoint, signedAt: NOW } }),
      },
      /0 of 1 cosigned the newest checkpoint, signed 0 s ago/,
    ],
    ["courier", {}, /no message is due/],
    [
      "two people",
      {
        twoPeople: async () => two({ unconfirmed: [{ name: "Ada Lex", open: 2 }] }),
      },
      /the option is off; switching it on would stop, .*: Ada Lex \(2 open requests\)/,
    ],
    [
      "courier",
      { courier: async () => ({ oldestDue: "2026-11-22T11:59:00.000Z", due: 1 }) },
      /1 due, the oldest for 60 s/,
    ],
    ["restore drill", {}, /ended 21 d ago with exit code 0/],
    [
      "version",
      { baseUrl: () => "http://service.example", expectedCommit: () => "a".repeat(40) },
      /1\.0\.0, commit a{40}, at http:\/\/service\.example/,
    ],
  ])("%s is well: %#", async (what, more, expected) => {
    if (what === "version") await health("a".repeat(40))();
    const said = await lines(what, more);
    expect(said).toMatch(/^ok /);
    expect(said).toMatch(expected);
  });
});

describe("npm run doctor -- local", () => {
  let system: TestSystem;
  let folder: string;
  const doctor = async (args: readonly string[] = ["local"], state = folder) => {
    const { code, stdout, stderr } = await startCommand(
      "bin/doctor.ts",
      { LOCAL_STATE_DIR: state },
      { args },
    ).ended;
    return { code, stdout, stderr };
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "countersign-doctor-"));
    const settings = { WORKER_INVOKE_ENABLED: "false" };
    system = await startTestSystemWithLog({ stateDir: folder, settings });
  });
  afterAll(async () => {
    await system.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const sequence = () =>
    expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

  test("prints every line of a local run, the worst first, and ends with 1 until nobody has to act", async () => {
    const first = await doctor();
    expect([first.code, first.stderr]).toEqual([1, ""]);
    expect(first.stdout).toMatch(/^ACT {2}checklist: .*\nACT {2}restore drill: none was ever run/);
    const named = first.stdout.split("\n").map((line) => line.slice(5).split(":")[0]);
    for (const what of ["version", "checklist", "evidence log", "anchors", "witnesses", "courier"])
      expect(named).toContain(what);

    const provision = "/admin/setup/counsel-review-hmac-secret/provision-secret";
    await expectStatus(system.admin("POST", provision), 200);
    const { review, frameworkId, ruleIds, counselId, email } = await commission(system);
    // A request that got more time still has the link that admins were shown.
    const extend = `/admin/rule-reviews/${review.id}/extend`;
    await expectStatus(system.admin("POST", extend, { expiry_days: 30 }), 200);
    const asked = { framework_id: frameworkId, rule_use_case_ids: ruleIds, counsel_id: counselId };
    const oneself = system.api(await system.token({ is_platform_admin: true, email }));
    await expectStatus(oneself("POST", "/admin/rule-reviews", { ...asked, deliver: "mail" }), 201);
    // Counsel who retired after they were asked can still decide, but not under the option.
    await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
    await sequence();
    writeFileSync(
      join(folder, "last-drill.json"),
      JSON.stringify({ at: new Date().toISOString(), exitCode: 0 }),
    );
    const well = await doctor();
    expect(well.stdout).toMatch(/^ok {3}courier: 1 due/m);
    expect(well.stdout).toMatch(/^ok {3}links: Open requests whose links admins were shown: 2\./m);
    expect(well.stdout).toMatch(
      /^ok {3}two people: .*until somebody else confirms: Dr\. Ada Lex \(2 open requests\)$/m,
    );
    expect(well.stdout).toMatch(
      /^ok {3}links: Requested by somebody with counsel's own e-mail address: Dr\. Ada Lex \(1 open request\)\. Once the option is on, their links do nothing/m,
    );
    expect(well.stdout).toMatch(/^ok {3}anchors: the newest is of \d+ leaves/m);
    expect([well.code, well.stderr]).toEqual([0, ""]);

    await system.advance(3600);
    const late = await doctor();
    expect(late.stdout).toMatch(/^ACT {2}courier: 1 due, the oldest for 60 min/m);
    expect(late.code).toBe(1);
  });

  test("names in one sentence what it cannot work with, and ends with 2", async () => {
    const nowhere = join(folder, "nothing");
    const lost = await doctor(["local"], nowhere);
    expect([lost.code, lost.stdout]).toEqual([2, ""]);
    expect(lost.stderr).toMatch(/^No local run has its state in \S+; start one/);
    const usage = /npm run doctor -- <stage>\|local/;
    const none = await doctor([]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(usage)]);
    for (const args of [["prod", "staging"], ["test"], ["local", "--fast"]]) {
      expect(() => readArguments(args)).toThrow(usage);
    }
    expect(readArguments(["prod"])).toEqual({ stage: "prod", profile: null });
  });
});

describe("the account", () => {
  const done = (output: unknown): AwsAnswer => ({
    outcome: "done",
    output: typeof output === "string" ? output : JSON.stringify(output),
  });
  const noStack: AwsAnswer = { outcome: "refused", reason: "Stack with id x does not exist" };
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
    "dynamodb get-item": () => done(""),
    "cloudformation describe-stacks": (args) =>
      args.some((one) => /-(Backup|Mail)$/.test(one))
        ? noStack
        : done({
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
    "cloudwatch describe-alarms": (args) =>
      done({
        MetricAlarms: args.includes("ALARM") ? [{ AlarmName: "countersign-prod-Api5xx" }] : [],
      }),
    "acm describe-certificate": () =>
      done({ Certificate: { Status: "ISSUED", NotAfter: "2026-12-01T00:00:00Z" } }),
    "sesv2 get-email-identity": () => done({ VerifiedForSendingStatus: false }),
    "logs filter-log-events": () => done({ events: [] }),
    "cloudformation list-stacks": () =>
      done([
        ["Countersign-prod-Alarms", "UPDATE_COMPLETE"],
        ["Countersign-prod-Edge", "UPDATE_ROLLBACK_FAILED"],
        ["Countersign-prod-Front", "DELETE_COMPLETE"],
      ]),
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

  test("everything that is wrong with it is named", async () => {
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
      /^ACT {2}options: Countersign-prod-Front is deployed, but no option asks for it/,
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
      /^ACT {2}drift: Countersign-prod-Edge is UPDATE_ROLLBACK_FAILED/,
      /^ok {3}place: account 111122223333, region us-east-1/,
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(expected));
    }
  });

  /** The lines for an account where everything is well, except for what `more` answers. */
  async function linesWhere(
    more: Record<string, (args: readonly string[]) => AwsAnswer>,
    options: Record<string, unknown> = {},
  ): Promise<string[]> {
    const well: typeof answers = {
      ...answers,
      "lambda get-account-settings": () =>
        done({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 703 } }),
      "dynamodb describe-continuous-backups": () =>
        done({
          ContinuousBackupsDescription: {
            PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED" },
          },
        }),
      "dynamodb describe-table": () =>
        done({ Table: { TableStatus: "ACTIVE", DeletionProtectionEnabled: true, ItemCount: 7 } }),
      "cloudformation describe-stacks": (args) =>
        args.some((one) => /-(Front|Firewall|Backup)$/.test(one))
          ? noStack
          : done({
              Stacks: [
                {
                  Outputs: Object.entries(
                    args.includes("Countersign-prod-Edge")
                      ? { ReservedConcurrency: "297" }
                      : {
                          Options: "none",
                          AlarmTopic: "arn:topic",
                          UrgentAlarmTopic: "arn:urgent",
                        },
                  ).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
                },
              ],
            }),
      "kms describe-key": () =>
        done({ KeyMetadata: { KeyState: "Enabled", CreationDate: 1_763_812_800 } }),
      "kms get-key-rotation-status": () => done({ KeyRotationEnabled: true }),
      "sns list-subscriptions-by-topic": () =>
        done({
          Subscriptions: [{ Endpoint: "ops@example.com", SubscriptionArn: "arn:aws:sns:x" }],
        }),
      "cloudwatch describe-alarms": (args) =>
        done({
          MetricAlarms: args.includes("ALARM")
            ? [{ AlarmName: "countersign-prod-eu-Api5xx" }]
            : [silent("expireReviews", BORN)],
        }),
      "acm describe-certificate": (args) =>
        args[args.indexOf("--region") + 1] ===
        args[args.indexOf("--certificate-arn") + 1]?.split(":")[3]
          ? done({ Certificate: { Status: "ISSUED", NotAfter: "2027-10-01T00:00:00Z" } })
          : { outcome: "refused", reason: "ResourceNotFoundException" },
      "sesv2 get-email-identity": () => done({ VerifiedForSendingStatus: true }),
      "sesv2 get-account": () => done({ SendingEnabled: true, ProductionAccessEnabled: true }),
      "logs filter-log-events": () =>
        done({
          events: [{ message: '{"outcome":"ok"}', timestamp: Date.parse(NOW) - 600_000 }],
        }),
      "cloudformation describe-stack-drift-detection-status": () =>
        done({ DetectionStatus: "DETECTION_COMPLETE", StackDriftStatus: "IN_SYNC" }),
      "cloudformation list-stacks": () =>
        done([
          ["Countersign-prod-Alarms", "CREATE_COMPLETE"],
          ["Countersign-prod-eu-Alarms", "ROLLBACK_FAILED"],
        ]),
      ...more,
    };
    const looks = accountLooks({
      stage: "prod",
      options,
      place: { account: "111122223333", region: "us-east-1", profile: null, env: {} },
      aws: (args) =>
        (well[args.slice(0, 2).join(" ")] as (args: readonly string[]) => AwsAnswer)(args),
      now: NOW,
      pause: async () => {},
    });
    return (await lookAt(looks)).map(lineOf);
  }

  test("needs no action when all is well, and each line says so", async () => {
    const lines = await linesWhere(
      {},
      {
        domainName: "api.example.com",
        certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0",
        mailDomain: "mail.example.com",
      },
    );
    expect(lines).toEqual([
      "ok   place: account 111122223333, region us-east-1.",
      "ok   options: the file has all 0 that are deployed.",
      "ok   concurrency: quota 1000, 297 reserved in the account, 297 of them by this stage.",
      "ok   recovery: countersign-prod can be restored to any second of 35 days.",
      "ok   table: countersign-prod is ACTIVE, protected, about 7 items.",
      "ok   key TableKey: enabled, made 365 d ago, rotated by AWS every year.",
      "ok   recipients (soon): ops@example.com, all confirmed.",
      "ok   recipients (urgent): ops@example.com, all confirmed.",
      "ok   alarms: none is firing.",
      "ok   domain api.example.com: its certificate ends in 312 days.",
      "ok   mail: mail.example.com may send.",
      "ok   canary: its last review passed 10 min ago.",
      "ok   drift: As deployed: 1 stack.",
    ]);
  });

  type Answers = Record<string, (args: readonly string[]) => AwsAnswer>;

  /** A table that names three rotated keys, and a key service in which one of them is ending. */
  const keysIn = (ending: "log" | "rows" | "clearance"): Answers => {
    const key = (name: string) => ({ key_arn: `arn:aws:kms:us-east-1:1:key/${name}` });
    const ofLog = { sets: [[key("log"), key("TableKey")]], rows: [key("rows")] };
    return {
      "dynamodb get-item": (args) => {
        const keys = /LOG#KEYS/.test(args.join()) ? ofLog : [key("clearance")];
        return done({ Item: marshall({ keys }) });
      },
      "kms describe-key": (args) => {
        const KeyState = args.at(-1)?.endsWith(`/${ending}`) ? "PendingDeletion" : "Enabled";
        return done({ KeyMetadata: { KeyState, CreationDate: NOW } });
      },
    };
  };

  const unknown = (): AwsAnswer => ({ outcome: "refused", reason: "NotFoundException" });
  const unreserved: Answers = {
    "cloudformation describe-stacks": (args) =>
      args.includes("Countersign-prod-State")
        ? done({ Stacks: [{ Outputs: [{ OutputKey: "Options", OutputValue: "none" }] }] })
        : noStack,
  };
  test.each<[string, Answers, Record<string, unknown>, RegExp]>([
    ["a stage that should reserve", unreserved, {}, /^ACT {2}concurrency: .*deploy again/],
    [
      "a stage that reserves nothing on purpose",
      unreserved,
      { reserveConcurrency: "false" },
      /^ok {3}concurrency: .* 0 of them by this stage\.$/,
    ],
    [
      "a stage that may only count with a small quota",
      unreserved,
      { lambdaConcurrency: 300 },
      /^ok {3}concurrency: /,
    ],
    [
      "a job that stopped running",
      {
        "cloudwatch describe-alarms": (args) =>
          done({ MetricAlarms: args.includes("ALARM") ? [] : [silent("expireReviews", NOW)] }),
      },
      {},
      /^ACT {2}alarms: countersign-prod-MissedRuns-expireReviews is firing/,
    ],
    [
      "a rotated log key that is ending",
      keysIn("log"),
      {},
      /^ACT {2}key of the evidence log: is PendingDeletion/,
    ],
    [
      "a rotated key of writers that is ending",
      keysIn("rows"),
      {},
      /^ACT {2}key of writers: is PendingDeletion/,
    ],
    [
      "a key of clearance statements that is ending",
      keysIn("clearance"),
      {},
      /^ACT {2}key of clearance statements: is PendingDeletion/,
    ],
    ["no sender", {}, {}, /^ok {3}mail: the stage sends none/],
    [
      "an identity that nobody made",
      { "sesv2 get-email-identity": unknown },
      { MAIL_FROM: "Countersign <mail@example.com>" },
      /^ACT {2}mail: SES knows no identity mail@example.com or example.com/,
    ],
    [
      "a mail domain without DNS records",
      { "sesv2 get-email-identity": () => done({ VerifiedForSendingStatus: false }) },
      { mailDomain: "mail.example.com", MAIL_FROM: "a@elsewhere.example" },
      /^ACT {2}mail: mail.example.com is not verified/,
    ],
    [
      "the sandbox",
      { "sesv2 get-account": () => done({ SendingEnabled: true, ProductionAccessEnabled: false }) },
      { mailDomain: "mail.example.com" },
      /^ACT {2}mail: the account is in SES's sandbox/,
    ],
    [
      "an account that SES has paused",
      { "sesv2 get-account": () => done({ SendingEnabled: false, ProductionAccessEnabled: true }) },
      { mailDomain: "mail.example.com" },
      /^ACT {2}mail: SES has stopped sending/,
    ],
    [
      "the end of CloudFront's certificate, which is in another region,",
      {},
      {
        domainName: "api.example.com",
        certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0",
        formerDomainName: "old.example.com",
        formerCertificateArn: "arn:aws:acm:eu-central-1:111122223333:certificate/1",
      },
      /^ok {3}domain api\.example\.com: its certificate ends in 312 days/,
    ],
    [
      "a canary that failed",
      {
        "logs filter-log-events": () =>
          done({
            events: [
              {
                message: '{"outcome":"failed","step":"decide","fault":"It answered 500."}',
                timestamp: Date.parse(NOW),
              },
            ],
          }),
      },
      {},
      /^ACT {2}canary: failed 0 s ago at "decide": It answered 500/,
    ],
  ])("%s is told", async (_, more, options, expected) => {
    expect(await linesWhere(more, options)).toContainEqual(expect.stringMatching(expected));
  });
});
