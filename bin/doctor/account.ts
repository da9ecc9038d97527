import { stackName, tableNameOf } from "#infra/aws/naming.ts";
import { type Aws, done, read } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";
import { deployedStage, outputsOf } from "../deploy/deployed-stage.ts";
import { droppedOptions } from "../deploy/options.ts";
import { act, ageText, type Finding, type Look, ok, secondsBetween } from "./finding.ts";

/* What only a deployed stage has: the account around it. */

export interface Subject {
  stage: string;
  options: Readonly<Record<string, unknown>>;
  place: AwsPlace;
  aws: Aws;
  /** ISO 8601 UTC. */
  now: string;
  /** Waits between two questions for the same answer, in ms. */
  pause: (ms: number) => Promise<void>;
}

const CERTIFICATE_DAYS = 30;
const DAY = 24 * 3600;

export const accountLooks = (subject: Subject): Look[] => [
  { what: "place", look: () => place(subject) },
  { what: "options", look: () => options(subject) },
  { what: "concurrency", look: () => concurrency(subject) },
  { what: "table", look: () => table(subject) },
  { what: "keys", look: () => keys(subject) },
  { what: "recipients", look: () => recipients(subject) },
  { what: "alarms", look: () => alarms(subject) },
  { what: "certificates", look: () => certificates(subject) },
  { what: "mail", look: () => mail(subject) },
  { what: "canary", look: () => canary(subject) },
  { what: "drift", look: () => drift(subject) },
];

const place = ({ place: { account, region } }: Subject): Finding[] => [
  ok("place", `account ${account}, region ${region}.`),
];

function options({ aws, stage, options }: Subject): Finding[] {
  const deployed = deployedStage(aws, stage);
  if (deployed === null) return [act("options", `there is no stage ${stage} here.`)];
  const dropped = droppedOptions(deployed.options, options);
  return dropped.length === 0
    ? [ok("options", `the file has all ${deployed.options.length} that are deployed.`)]
    : [act("options", `the file lacks ${dropped.join(", ")}, which the deployed stage has.`)];
}

function concurrency({ aws, stage }: Subject): Finding[] {
  const { AccountLimit } = read<{
    AccountLimit: { ConcurrentExecutions: number; UnreservedConcurrentExecutions: number };
  }>(aws(["lambda", "get-account-settings"]));
  const { ConcurrentExecutions: all, UnreservedConcurrentExecutions: free } = AccountLimit;
  const own = deployedStage(aws, stage)?.reserved ?? 0;
  const says = `quota ${all}, ${all - free} reserved in the account, ${own} of them by this stage`;
  if (all >= 400 && own === 0) {
    return [
      act("concurrency", `${says}: deploy again, so that webhooks get executions of their own.`),
    ];
  }
  return all < 100
    ? [act("concurrency", `${says}: ask for a higher quota before customers' events arrive.`)]
    : [ok("concurrency", `${says}.`)];
}

const nameOfTable = ({ stage, options }: Subject): string =>
  String(options.restoredTable ?? tableNameOf(stage));

function table(subject: Subject): Finding[] {
  const { aws } = subject;
  const name = nameOfTable(subject);
  const { ContinuousBackupsDescription: backups } = read<{
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription?: {
        PointInTimeRecoveryStatus: string;
        RecoveryPeriodInDays?: number;
      };
    };
  }>(aws(["dynamodb", "describe-continuous-backups", "--table-name", name]));
  const { Table } = read<{
    Table: { DeletionProtectionEnabled?: boolean; ItemCount?: number; TableStatus: string };
  }>(aws(["dynamodb", "describe-table", "--table-name", name]));
  const recovery = backups.PointInTimeRecoveryDescription;
  return [
    recovery?.PointInTimeRecoveryStatus === "ENABLED"
      ? ok(
          "recovery",
          `${name} can be restored to any second of ${recovery.RecoveryPeriodInDays ?? 35} days.`,
        )
      : act("recovery", `${name} has no point-in-time recovery.`),
    Table.DeletionProtectionEnabled
      ? ok(
          "table",
          `${name} is ${Table.TableStatus}, protected, about ${Table.ItemCount ?? 0} items.`,
        )
      : act("table", `${name} is not protected against deletion.`),
  ];
}

interface Key {
  KeyState: string;
  KeySpec?: string;
  Description?: string;
  CreationDate: string | number;
}

function keys({ aws, stage, now }: Subject): Finding[] {
  const { StackResourceSummaries: resources } = read<{
    StackResourceSummaries: {
      ResourceType: string;
      LogicalResourceId: string;
      PhysicalResourceId: string;
    }[];
  }>(aws(["cloudformation", "list-stack-resources", "--stack-name", stackName(stage, "State")]));
  const made = resources.filter(({ ResourceType }) => ResourceType === "AWS::KMS::Key");
  return made.map(({ PhysicalResourceId: id, LogicalResourceId: logical }) => {
    const what = `key ${logical.replace(/[0-9A-F]{8}$/, "")}`;
    const { KeyMetadata: key } = read<{ KeyMetadata: Key }>(
      aws(["kms", "describe-key", "--key-id", id]),
    );
    if (key.KeyState !== "Enabled")
      return act(what, `is ${key.KeyState}: docs/alarms.md, KeysEnding.`);
    const created =
      typeof key.CreationDate === "number" ? key.CreationDate * 1000 : key.CreationDate;
    const age = ageText(secondsBetween(new Date(created).toISOString(), now));
    const isSymmetric = (key.KeySpec ?? "SYMMETRIC_DEFAULT") === "SYMMETRIC_DEFAULT";
    if (!isSymmetric) return ok(what, `enabled, made ${age} ago; rotated by you, never by AWS.`);
    const { KeyRotationEnabled } = read<{ KeyRotationEnabled: boolean }>(
      aws(["kms", "get-key-rotation-status", "--key-id", id]),
    );
    return KeyRotationEnabled
      ? ok(what, `enabled, made ${age} ago, rotated by AWS every year.`)
      : act(what, "is not rotated by AWS any more.");
  });
}

function recipients({ aws, stage }: Subject): Finding[] {
  const outputs = outputsOf(aws, stackName(stage, "Alarms")) ?? {};
  return Object.entries({ soon: outputs.AlarmTopic, urgent: outputs.UrgentAlarmTopic }).map(
    ([severity, topic]) => {
      const what = `recipients (${severity})`;
      if (topic === undefined) return act(what, "there is no topic: deploy the Alarms stack.");
      const { Subscriptions: all } = read<{
        Subscriptions: { Endpoint: string; SubscriptionArn: string }[];
      }>(aws(["sns", "list-subscriptions-by-topic", "--topic-arn", topic]));
      const waiting = all.filter(({ SubscriptionArn }) => !SubscriptionArn.startsWith("arn:"));
      if (all.length === 0) return act(what, "nobody hears of these alarms.");
      return waiting.length > 0
        ? act(what, `not confirmed: ${waiting.map(({ Endpoint }) => Endpoint).join(", ")}.`)
        : ok(what, `${all.map(({ Endpoint }) => Endpoint).join(", ")}, all confirmed.`);
    },
  );
}

function alarms({ aws, stage }: Subject): Finding[] {
  const { MetricAlarms: firing = [] } = read<{ MetricAlarms?: { AlarmName: string }[] }>(
    aws([
      "cloudwatch",
      "describe-alarms",
      "--alarm-name-prefix",
      `countersign-${stage}-`,
      "--state-value",
      "ALARM",
    ]),
  );
  return firing.length === 0
    ? [ok("alarms", "none is firing.")]
    : firing.map(({ AlarmName }) => act("alarms", `${AlarmName} is firing: docs/alarms.md.`));
}

function certificates({ aws, options, now }: Subject): Finding[] {
  const given = [
    [options.domainName, options.certificateArn],
    [options.formerDomainName, options.formerCertificateArn],
  ].filter(([domain, arn]) => typeof domain === "string" && typeof arn === "string");
  if (given.length === 0) return [ok("domain", "API Gateway's own address.")];
  return given.map(([domain, arn]) => {
    const what = `domain ${domain}`;
    const { Certificate: one } = read<{
      Certificate: { Status: string; NotAfter?: string | number };
    }>(aws(["acm", "describe-certificate", "--certificate-arn", String(arn)]));
    if (one.Status !== "ISSUED") return act(what, `its certificate is ${one.Status}.`);
    if (one.NotAfter === undefined) return ok(what, "its certificate is issued.");
    const ends = typeof one.NotAfter === "number" ? one.NotAfter * 1000 : one.NotAfter;
    const left = secondsBetween(now, new Date(ends).toISOString()) / DAY;
    const says = `its certificate ends in ${Math.floor(left)} days`;
    return left < CERTIFICATE_DAYS ? act(what, `${says}.`) : ok(what, `${says}.`);
  });
}

/** The address that mail is sent from, if the stage sends any. */
function mail({ aws, options }: Subject): Finding[] {
  const from = options.MAIL_FROM;
  if (typeof from !== "string" || from === "")
    return [ok("mail", "the stage sends none (MAIL_FROM).")];
  const [, address = from] = /<([^<>]+)>/.exec(from) ?? [];
  const domain = address.split("@").at(-1) ?? address;
  for (const identity of [address, domain]) {
    const answer = aws(["sesv2", "get-email-identity", "--email-identity", identity]);
    if (answer.outcome === "refused" && /NotFoundException/.test(answer.reason)) continue;
    const { VerifiedForSendingStatus } = read<{ VerifiedForSendingStatus: boolean }>(answer);
    return VerifiedForSendingStatus
      ? [ok("mail", `${identity} may send.`)]
      : [act("mail", `${identity} is not verified in SES.`)];
  }
  return [act("mail", `SES knows neither ${address} nor ${domain}.`)];
}

function canary({ aws, stage, options, now }: Subject): Finding[] {
  if (String(options.CANARY_ENABLED) === "false")
    return [ok("canary", "switched off by an option.")];
  const since = Date.parse(now) - 3 * 3600 * 1000;
  const { events = [] } = read<{ events?: { message: string; timestamp: number }[] }>(
    aws([
      "logs",
      "filter-log-events",
      "--log-group-name",
      `/countersign/${stage}/functions/runCanary`,
      "--start-time",
      String(since),
      "--filter-pattern",
      '{ $.operation = "runCanary" }',
    ]),
  );
  const last = events.toSorted((a, b) => a.timestamp - b.timestamp).at(-1);
  if (last === undefined) return [act("canary", "it has not run for three hours.")];
  const { outcome, step, fault } = JSON.parse(last.message) as Record<string, string>;
  const age = ageText((Date.parse(now) - last.timestamp) / 1000);
  return outcome === "ok"
    ? [ok("canary", `its last review passed ${age} ago.`)]
    : [act("canary", `${outcome} ${age} ago at "${step}": ${fault}`)];
}

const MOST_QUESTIONS = 40;
const QUESTION_PAUSE_MS = 3000;

/** What was changed by hand since the deployment. */
async function drift({ aws, stage, pause }: Subject): Promise<Finding[]> {
  const all = done(
    aws([
      "cloudformation",
      "list-stacks",
      "--stack-status-filter",
      "CREATE_COMPLETE",
      "UPDATE_COMPLETE",
      "--query",
      `StackSummaries[?starts_with(StackName, 'Countersign-${stage}-')].StackName`,
      "--output",
      "text",
    ]),
  );
  const stacks = all.split(/\s+/).filter((name) => name !== "");
  const started = stacks.map((name) => ({
    name,
    id: read<{ StackDriftDetectionId: string }>(
      aws(["cloudformation", "detect-stack-drift", "--stack-name", name]),
    ).StackDriftDetectionId,
  }));
  const found: Finding[] = [];
  for (const { name, id } of started) found.push(...(await driftOf(aws, name, id, pause)));
  return found.length > 0 ? found : [ok("drift", `${stacks.length} stacks are as deployed.`)];
}

async function driftOf(
  aws: Aws,
  name: string,
  id: string,
  pause: Subject["pause"],
): Promise<Finding[]> {
  for (let question = 0; question < MOST_QUESTIONS; question++) {
    const { DetectionStatus, StackDriftStatus } = read<{
      DetectionStatus: string;
      StackDriftStatus?: string;
    }>(
      aws([
        "cloudformation",
        "describe-stack-drift-detection-status",
        "--stack-drift-detection-id",
        id,
      ]),
    );
    if (DetectionStatus === "DETECTION_IN_PROGRESS") {
      await pause(QUESTION_PAUSE_MS);
      continue;
    }
    if (StackDriftStatus !== "DRIFTED") return [];
    const { StackResourceDrifts: drifts } = read<{
      StackResourceDrifts: { LogicalResourceId: string; StackResourceDriftStatus: string }[];
    }>(
      aws([
        "cloudformation",
        "describe-stack-resource-drifts",
        "--stack-name",
        name,
        "--stack-resource-drift-status-filters",
        "MODIFIED",
        "DELETED",
      ]),
    );
    return drifts.map(({ LogicalResourceId, StackResourceDriftStatus }) =>
      act(
        "drift",
        `${name}: ${LogicalResourceId} is ${StackResourceDriftStatus}: docs/runbooks.md, Drift.`,
      ),
    );
  }
  return [{ level: "blind", what: "drift", says: `${name}: AWS is still looking.` }];
}
