import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Node } from "constructs";
import { credentials, functionUnits, scheduleOptions, settingsOf } from "#infra/functions.ts";

/** One deployment of the system, as the operator's `cdk.context.<stage>.json` describes it. */
export interface Stage {
  name: string;
  /** Sorted names of all options given, so that the next deployment does not drop one unnoticed. */
  given: readonly string[];
  /** Custom domain of the API, with its certificate (ACM, same region); null: API Gateway's own. */
  domain: { name: string; certificateArn: string } | null;
  /** An OIDC issuer for sign-in, instead of a Cognito user pool of our own. */
  issuer: { url: string; audience: readonly string[] } | null;
  /** Who is notified of alarms; null: they show only in the CloudWatch console. */
  alarmEmail: string | null;
  /** The account's quota of concurrent executions, from which shares are reserved. */
  lambdaConcurrency: number;
  logRetentionDays: number;
  /** Whether holders of the account's credentials may sign people in with their passwords. */
  adminPasswordAuth: boolean;
  /** A table restored from a backup, used instead of the stack's own. */
  restoredTable: string | null;
  /** A bucket in another account for the evidence log's anchors; null: the stack's own. */
  anchorsBucket: string | null;
  /** Values of the functions' settings, by name. */
  settings: Readonly<Record<string, string>>;
  /**
   * Credentials whose entries an operator created by hand, as versions before 1.1 required; the
   * stack creates the others.
   */
  credentials: readonly string[];
}

/** Where an operator keeps a stage's options: in the project's folder, ignored by Git. */
export const optionsFileOf = (stage: string): string => `cdk.context.${stage}.json`;

/** Settings that the stacks themselves set. */
export const givenByStacks = [
  "STAGE",
  "VERSION",
  "BASE_URL",
  "TABLE_NAME",
  "SECRET_PREFIX",
  "SECRETS_KEY_ARN",
  "EVIDENCE_LOG_KEY_ARN",
  "EVIDENCE_LOG_KEY_TAG",
  "EVIDENCE_ANCHORS_BUCKET",
];

/** Options of a stage other than the settings of its functions. */
export const optionNames = [
  "domainName",
  "certificateArn",
  "issuer",
  "audience",
  "alarmEmail",
  "lambdaConcurrency",
  "logRetentionDays",
  "adminPasswordAuth",
  "restoredTable",
  "anchorsBucket",
  "credentials",
];

/** Names of the settings that an operator may give. */
const settingNames = (): string[] =>
  [
    ...new Set([...functionUnits.flatMap(settingsOf), ...scheduleOptions.map(({ name }) => name)]),
  ].filter((name) => !givenByStacks.includes(name));

/** @throws Error with one sentence for a name that a deployed stage cannot have */
export function refuseStageName(name: string): void {
  if (!/^[a-z][a-z0-9-]{0,11}$/.test(name)) {
    throw new Error(`The stage ${name} must be 1 to 12 of a-z, 0-9 and -, starting with a letter.`);
  }
  if (name === "local" || name === "test") {
    throw new Error(`The stage ${name} accepts development secrets and is never deployed.`);
  }
}

/**
 * Reads the stage from the CDK context: the options from the operator's own file, which
 * `bin/app.ts` puts there as `options`; a `-c` on the command line overrides them.
 * @throws Error with one sentence if the stage cannot be deployed
 */
export function stageFromContext(node: Node): Stage {
  const name = String(node.tryGetContext("stage") ?? "dev");
  refuseStageName(name);
  const inFile = fileValues(node, name);
  const given = credentials.map(({ name }) => name);
  refuseCredentials(given.filter((key) => (node.tryGetContext(key) ?? inFile[key]) != null));
  const known = [...optionNames, ...settingNames()];
  const read = (key: string): string | null => {
    const value = node.tryGetContext(key) ?? inFile[key];
    return value === undefined || value === null || value === "" ? null : String(value);
  };
  for (const option of scheduleOptions) yesOrNo(option.name, read(option.name));
  return {
    name,
    given: known.filter((option) => read(option) !== null).toSorted(),
    domain: domainOf(read("domainName"), read("certificateArn")),
    issuer: issuerOf(read("issuer"), read("audience")),
    alarmEmail: read("alarmEmail"),
    lambdaConcurrency: wholeNumber("lambdaConcurrency", read("lambdaConcurrency"), 1000),
    logRetentionDays: retentionOf(read("logRetentionDays")),
    adminPasswordAuth: yesOrNo("adminPasswordAuth", read("adminPasswordAuth")),
    restoredTable: read("restoredTable"),
    anchorsBucket: read("anchorsBucket"),
    credentials: credentialsOf(read("credentials")),
    settings: Object.fromEntries(
      settingNames().flatMap((setting) => {
        const value = read(setting);
        return value === null ? [] : [[setting, value]];
      }),
    ),
  };
}

/** Where the event bus runs in version 1 (second seed, "Limits"). */
const BUS_REGION = "us-east-1";

/**
 * Refuses a deployment whose event buses would not be in us-east-1, which customers' templates
 * name, unless the stage sets that other region as CLOUDB_EVENTBUS_REGION.
 * @param region of the deployment; undefined: unknown at synthesis
 * @throws Error with one sentence
 */
export function checkBusRegion({ settings }: Stage, region: string | undefined): void {
  const said = settings.CLOUDB_EVENTBUS_REGION;
  const actual = region ?? said ?? BUS_REGION;
  if (said !== undefined && said !== actual) {
    throw new Error(`CLOUDB_EVENTBUS_REGION is ${said}, but the buses are created in ${actual}.`);
  }
  if (actual !== BUS_REGION && said === undefined) {
    throw new Error(
      `The event buses would be in ${actual} instead of ${BUS_REGION}; set CLOUDB_EVENTBUS_REGION to ${actual} if that is intended.`,
    );
  }
}

function fileValues(node: Node, stage: string): Record<string, unknown> {
  const file = optionsFileOf(stage);
  if (node.tryGetContext("stages") !== undefined) {
    throw new Error(`cdk.json is the project's: move stages.${stage} to ${file}, which is yours.`);
  }
  const values: Record<string, unknown> = node.tryGetContext("options") ?? {};
  const known = new Set([...optionNames, ...settingNames(), ...credentials.map((one) => one.name)]);
  const unknown = Object.keys(values).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${file}: there is no option ${unknown.join(", ")}.`);
  return values;
}

/** A value in context would end up in the template. */
function refuseCredentials(given: readonly string[]): void {
  if (given.length === 0) return;
  throw new Error(
    `${given.join(", ")}: credentials belong in the secret store (docs/operations.md), not in context.`,
  );
}

function credentialsOf(text: string | null): string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  const known = credentials.filter(({ isGiven }) => isGiven).map(({ name }) => name);
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return given;
  throw new Error(`credentials: no function uses a credential named ${unknown.join(", ")}.`);
}

function domainOf(name: string | null, certificateArn: string | null): Stage["domain"] {
  if (name === null && certificateArn === null) return null;
  if (name === null || certificateArn === null) {
    throw new Error("domainName and certificateArn go together.");
  }
  return { name, certificateArn };
}

function issuerOf(url: string | null, audience: string | null): Stage["issuer"] {
  if (url === null && audience === null) return null;
  if (url === null || audience === null) throw new Error("issuer and audience go together.");
  if (!url.startsWith("https://")) throw new Error("issuer must start with https://.");
  return { url, audience: audience.split(",").map((part) => part.trim()) };
}

/** CloudWatch allows only certain numbers of days. */
function retentionOf(text: string | null): number {
  const days = wholeNumber("logRetentionDays", text, RetentionDays.THREE_MONTHS);
  if (days in RetentionDays && days !== RetentionDays.INFINITE) return days;
  throw new Error(
    `logRetentionDays cannot be ${days}; 30, 90 and 365 are among the allowed values.`,
  );
}

function yesOrNo(key: string, text: string | null): boolean {
  if (text === null || text === "false") return false;
  if (text === "true") return true;
  throw new Error(`${key} must be true or false.`);
}

function wholeNumber(key: string, text: string | null, otherwise: number): number {
  if (text === null) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${key} must be a whole number.`);
  return value;
}
