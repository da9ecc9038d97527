import { secretPrefixOf, tableNameOf } from "#infra/aws/naming.ts";
import { localRun, settingsOfLocalRun } from "../aws/local-run.ts";
import { localClock } from "../doctor/readers.ts";

/** The stage and table that a command reads or writes. */
export interface TableOf {
  /** `local`: the local run that LOCAL_STATE_DIR names. */
  stage: string;
  region: string | undefined;
  /** undefined: the stage's own. */
  table: string | undefined;
}

/**
 * Prepares this process to reach a stage's table, secrets and buses with the operator's credentials.
 * Modules that create AWS clients read the environment when they are loaded, so import them afterwards.
 * @returns the stage's present time, ISO 8601 UTC
 */
export async function enterTable({ stage, region, table }: TableOf): Promise<string> {
  if (stage === "local") {
    const run = localRun();
    Object.assign(process.env, settingsOfLocalRun(run));
    return localClock(run.base_url);
  }
  Object.assign(process.env, {
    ...(region === undefined ? {} : { AWS_REGION: region, CLOUDB_EVENTBUS_REGION: region }),
    STAGE: stage,
    SECRET_PREFIX: secretPrefixOf(stage),
    TABLE_NAME: table ?? tableNameOf(stage),
  });
  return new Date().toISOString();
}
