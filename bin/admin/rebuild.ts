import { CANARY_FRAMEWORK } from "#shared/domain/service/canary.ts";
import { enterTable } from "./enter-table.ts";

/** The table to rebuild, and whether the command only looks at it. */
export interface Rebuild {
  /** `local`: the local run that LOCAL_STATE_DIR names. */
  stage: string;
  region: string | undefined;
  /** undefined: the table that the stage uses. */
  table: string | undefined;
  isDry: boolean;
}

/**
 * Rebuilds the stored standing of rules from the decisions, book by book, and reports the differences.
 * Every write depends on what was read, so that the stage can go on working meanwhile.
 * @returns the last line to print, and whether the command has to be run once more
 */
export async function rebuild(
  { stage, region, table, isDry }: Rebuild,
  say: (line: string) => void,
): Promise<{ text: string; isDone: boolean }> {
  const now = await enterTable({ stage, region, table });
  // Modules that create AWS clients read the environment when they are loaded.
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
  return { text: textOf(found, left, isDry), isDone: left === 0 };
}

function textOf(found: number, left: number, isDry: boolean): string {
  if (found === 0) return "Everything is stored as the decisions say.";
  if (isDry) return `${found} differences; nothing was written.`;
  return left === 0
    ? `${found} differences, all written anew.`
    : `${found} differences; ${left} writes met a change at the same time. Run the command again.`;
}
