import { tableNameOf } from "#infra/aws/naming.ts";
import { CANARY_FRAMEWORK } from "#shared/domain/service/canary.ts";
import { localClock } from "../doctor/readers.ts";
import { localRun } from "../restore-drill/local-copy.ts";

/** Whose table is rebuilt, and whether it is only looked at. */
export interface Rebuild {
  /** `local`: the local run that LOCAL_STATE_DIR names. */
  stage: string;
  region: string | undefined;
  /** undefined: the stage's own. */
  table: string | undefined;
  isDry: boolean;
}

/**
 * Derives what is stored of rules' standing anew from the decisions, book by book, and tells what
 * differed. Everything it writes is conditional on what it read, so that a stage can go on meanwhile.
 * @returns the last line to print
 */
export async function rebuild(
  { stage, region, table, isDry }: Rebuild,
  say: (line: string) => void,
): Promise<string> {
  const now = stage === "local" ? await enterLocalRun() : enterStage(stage, region, table);
  // Modules that create AWS clients read the environment as they are loaded.
  const { allFrameworks } = await import("#shared/store/frameworks.ts");
  const { rebuildStanding } = await import("#shared/use-cases/standing/rebuild-standing.ts");
  let found = 0;
  let left = 0;
  for (const id of [...(await allFrameworks()).map((one) => one.id), CANARY_FRAMEWORK]) {
    const rebuilt = await rebuildStanding(id, isDry, now);
    for (const line of rebuilt.differences) say(`${id}: ${line}.`);
    found += rebuilt.differences.length;
    left += rebuilt.left;
  }
  if (found === 0) return "Everything is stored as the decisions say.";
  if (isDry) return `${found} differences; nothing was written.`;
  return left === 0
    ? `${found} differences, all written anew.`
    : `${found} differences; ${left} writes met a change at the same time. Run the command again.`;
}

/** @returns the local run's own time, ISO 8601 UTC */
async function enterLocalRun(): Promise<string> {
  const { dynamodb, table_name, region, base_url } = localRun(
    process.env.LOCAL_STATE_DIR || ".local",
  );
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: "operator",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    TABLE_NAME: table_name,
  });
  return localClock(base_url);
}

/** @returns the present time, ISO 8601 UTC */
function enterStage(stage: string, region: string | undefined, table: string | undefined): string {
  Object.assign(process.env, {
    ...(region === undefined ? {} : { AWS_REGION: region }),
    TABLE_NAME: table ?? tableNameOf(stage),
  });
  return new Date().toISOString();
}
