import { secretPrefixOf, tableNameOf } from "#infra/aws/naming.ts";
import { localClock } from "../doctor/readers.ts";
import { localRun } from "../restore-drill/local-copy.ts";

/** Whose table a command reads or writes. */
export interface TableOf {
  /** `local`: the local run that LOCAL_STATE_DIR names. */
  stage: string;
  region: string | undefined;
  /** undefined: the stage's own. */
  table: string | undefined;
}

/**
 * Sets up this process to reach a stage's table, secrets and buses, with the operator's credentials.
 * Modules that create AWS clients read the environment as they are loaded: import them afterwards.
 * @returns the stage's present time, ISO 8601 UTC
 */
export async function enterTable({ stage, region, table }: TableOf): Promise<string> {
  if (stage === "local") return enterLocalRun();
  Object.assign(process.env, {
    ...(region === undefined ? {} : { AWS_REGION: region, CLOUDB_EVENTBUS_REGION: region }),
    STAGE: stage,
    SECRET_PREFIX: secretPrefixOf(stage),
    TABLE_NAME: table ?? tableNameOf(stage),
  });
  return new Date().toISOString();
}

async function enterLocalRun(): Promise<string> {
  const run = localRun(process.env.LOCAL_STATE_DIR || ".local");
  const { dynamodb, secretsmanager, events, table_name, region, base_url } = run;
  Object.assign(process.env, {
    STAGE: process.env.STAGE || "local",
    AWS_REGION: region,
    CLOUDB_EVENTBUS_REGION: region,
    AWS_ACCESS_KEY_ID: "operator",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsmanager,
    AWS_ENDPOINT_URL_EVENTBRIDGE: events,
    TABLE_NAME: table_name,
    BASE_URL: base_url,
  });
  return localClock(base_url);
}
