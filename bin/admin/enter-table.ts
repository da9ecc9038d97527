import { secretPrefixOf } from "#infra/aws/naming.ts";
import { localRun, settingsOfLocalRun } from "../aws/local-run.ts";
import { optionsOf, tableIn } from "../deploy/options.ts";
import { localClock } from "../doctor/readers.ts";

/** The stage and table that a command reads or writes. */
export interface TableOf {
  /** `local`: the local run that LOCAL_STATE_DIR names. */
  stage: string;
  region: string | undefined;
  /** undefined: the table that the stage uses. */
  table: string | undefined;
}

/**
 * Prepares this process to reach a stage's table, secrets and buses with the operator's credentials.
 * Modules that create AWS clients read the environment when they are loaded, so import them afterwards.
 * @returns the stage's present time, ISO 8601 UTC
 * @throws Error with one sentence if nothing names the stage's region
 */
export async function enterTable({ stage, region, table }: TableOf): Promise<string> {
  if (stage === "local") {
    const run = localRun();
    Object.assign(process.env, settingsOfLocalRun(run));
    return localClock(run.base_url);
  }
  const place = region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  if (!place) throw new Error(`Name the region of the stage ${stage} with --region or AWS_REGION.`);
  Object.assign(process.env, {
    AWS_REGION: place,
    CLOUDB_EVENTBUS_REGION: place,
    STAGE: stage,
    SECRET_PREFIX: secretPrefixOf(stage),
    TABLE_NAME: table ?? tableIn(stage, optionsOf(stage)),
  });
  return new Date().toISOString();
}
