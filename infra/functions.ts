import { fileURLToPath } from "node:url";
import { writers } from "#shared/domain/audit/writers.ts";
import {
  type CredentialName,
  credentialEntries,
  credentialNames,
  generatedCredentials,
} from "#shared/domain/setup/credentials.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { Area, Needs } from "#shared/routes/contract/route.ts";
import type { SettingName } from "#shared/routes/contract/settings.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

/** One Lambda function, from the route and job tables. CDK deploys it; the local run starts it. */
export interface FunctionUnit {
  id: string;
  area: Area;
  summary: string;
  /** `functions/<area>/<operation>.ts`, absolute. */
  entry: string;
  needs: Needs;
  timeoutSeconds: number;
  /** Its log lines contain counsel links. */
  logsLinks: boolean;
}

/** HTTP API integrations time out after 30 s. A function that runs longer only costs money. */
const HTTP_TIMEOUT_SECONDS = 29;

const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const entryOf = (area: Area, id: string): string =>
  fileURLToPath(new URL(`../functions/${area}/${kebab(id)}.ts`, import.meta.url));

/** A function that returns a paginated list needs the key that authenticates its cursors. */
const withCursorKey = (needs: Needs): Needs => ({
  ...needs,
  credentials: [...(needs.credentials ?? []), "CURSOR_KEY"],
});

/** The operations that write rows of the evidence log. */
const writing: ReadonlySet<string> = new Set<string>(Object.values(writers).flat());

/** A function's needs from its entry, together with what follows from the rows that it writes. */
const withRows = (id: string, needs: Needs): Needs =>
  writing.has(id) ? { ...needs, rows: "write" } : needs;

export const functionUnits: readonly FunctionUnit[] = [
  ...allRoutes.map(({ id, area, summary, needs, query, logsLinks = false }) => ({
    id,
    area,
    summary,
    needs: withRows(id, query?.().shape.cursor === undefined ? needs : withCursorKey(needs)),
    logsLinks,
    entry: entryOf(area, id),
    timeoutSeconds: HTTP_TIMEOUT_SECONDS,
  })),
  ...Object.values(jobs).map(({ id, area, summary, needs, timeoutSeconds }) => ({
    id,
    area,
    summary,
    needs: withRows(id, needs),
    logsLinks: false,
    entry: entryOf(area, id),
    timeoutSeconds,
  })),
];

/** Options that switch a schedule on or off, each with the job it applies to. */
export const scheduleOptions = (Object.values(jobs) as readonly Job[]).flatMap(
  ({ id, schedule }) => (schedule?.option === undefined ? [] : [{ id, ...schedule.option }]),
);

/** Settings that every function gets if they have a value. */
const commonSettings: readonly SettingName[] = [
  "STAGE",
  "VERSION",
  "BASE_URL",
  "APP_URL",
  "LOG_ORIGIN",
  "CONSOLE_ORIGIN",
  "ORIGIN_SECRET_SHA256",
  // Functions that show audit rows then hide counsel's links.
  "TWO_PEOPLE",
];

const usesSecrets = (needs: Needs): boolean =>
  [
    needs.readSecrets,
    needs.writeSecrets,
    needs.describeSecrets,
    needs.credentials,
    needs.describeCredentials,
  ].some((names) => names !== undefined);

/**
 * Names of the settings in a function's environment, each once: the common ones and those in its
 * entry, but no credentials.
 */
export function settingsOf({ needs }: FunctionUnit): readonly SettingName[] {
  const own: readonly (readonly [isNeeded: unknown, ...names: SettingName[]])[] = [
    [needs.table, "TABLE_NAME"],
    [needs.events, "WORKER_INVOKE_ENABLED"],
    [usesSecrets(needs), "SECRET_PREFIX"],
    [needs.writeSecrets, "SECRETS_KEY_ARN"],
    [needs.logKey, "EVIDENCE_LOG_KEY_ARN", "EVIDENCE_LOG_ML_DSA_KEY_ARN", "EVIDENCE_LOG_KEY_TAG"],
    [needs.rows, "EVIDENCE_ROWS_KEY_ARN"],
    [needs.rowsKey, "EVIDENCE_ROWS_KEY_TAG"],
    [needs.clearanceKey, "CLEARANCE_KEY_ARN", "CLEARANCE_KEY_TAG"],
    [needs.webhookKey, "WEBHOOK_KEY_ARN"],
    [needs.linkKey, "LINK_KEY_ARN"],
    [needs.anchors, "EVIDENCE_ANCHORS_BUCKET"],
  ];
  const names = [
    ...commonSettings,
    ...own.flatMap(([isNeeded, ...each]) => (isNeeded ? each : [])),
    ...(needs.settings ?? []),
  ];
  return [...new Set(names)];
}

/** Credentials that a function's environment may hold, only in the stages `local` and `test`. */
export const developmentCredentialsOf = ({ needs }: FunctionUnit): readonly CredentialName[] => [
  ...(needs.credentials ?? []),
  ...(needs.describeCredentials ?? []),
];

/** A credential and its secret-store entry. The entry's name lacks the stage's prefix. */
export interface Credential {
  name: string;
  entry: string;
  /** An operator supplies the value. The deployment generates all other values. */
  isGiven: boolean;
}

export const credentials: readonly Credential[] = credentialNames.map((name) => ({
  name,
  entry: credentialEntries[name],
  isGiven: !generatedCredentials.some((generated) => generated === name),
}));

/** Secret-store entries that the tables name in full (not per tenant), except credentials. */
export const fixedSecretNames = (): string[] =>
  [
    ...new Set(
      functionUnits.flatMap(({ needs }) => [
        ...(needs.readSecrets ?? []),
        ...(needs.writeSecrets ?? []),
        ...(needs.describeSecrets ?? []),
      ]),
    ),
  ]
    .filter((name) => !name.includes("*"))
    .sort();
