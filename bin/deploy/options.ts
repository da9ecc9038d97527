import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { anchorsBucketNameOf, tableNameOf } from "#infra/aws/naming.ts";
import { optionsFileOf } from "#infra/aws/stage.ts";

type Options = Readonly<Record<string, unknown>>;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The operator's options for one stage, in the project's folder. @throws as readOptions does */
export const optionsOf = (stage: string): Options => readOptions(`${root}${optionsFileOf(stage)}`);

/** The table that the stage uses. */
export const tableIn = (stage: string, { restoredTable }: Options): string =>
  String(restoredTable ?? tableNameOf(stage));

/** The bucket that the stage's anchors are in. */
export const anchorsBucketIn = (
  { stage, account, region }: { stage: string; account: string; region: string },
  { anchorsBucket }: Options,
): string => String(anchorsBucket ?? anchorsBucketNameOf(stage, account, region));

/**
 * The options in a file; empty if there is no such file. `null` means that an option
 * is deliberately absent.
 * @throws Error with one sentence for a file that is not a JSON object
 */
export function readOptions(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    value = null;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Error(`${file} must contain one JSON object, as shown in docs/deploying.md.`);
}

/**
 * Options of the deployed stage that this deployment neither sets nor removes with null. An empty
 * string does not count as a value.
 */
export const droppedOptions = (deployed: readonly string[], given: Options): string[] =>
  deployed.filter((name) => !Object.hasOwn(given, name) || given[name] === "");
