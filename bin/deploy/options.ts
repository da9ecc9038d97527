import { existsSync, readFileSync } from "node:fs";

/**
 * The operator's options for one stage; empty if the stage has no file. `null` means that an option
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
export const droppedOptions = (
  deployed: readonly string[],
  given: Readonly<Record<string, unknown>>,
): string[] => deployed.filter((name) => !Object.hasOwn(given, name) || given[name] === "");
