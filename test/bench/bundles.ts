import { readFileSync } from "node:fs";
import { distFolder } from "#infra/dist-folder.ts";
import type { Row } from "./row.ts";

const TARGET_BYTES = 350_000;

/** What each function loads when it starts, according to the last build, heaviest first. */
export async function bundlesRows(): Promise<Row[]> {
  const sizes = JSON.parse(readFileSync(`${distFolder}/sizes.json`, "utf8"));
  return Object.entries<number>(sizes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => ({
      name,
      value: `${(bytes / 1000).toFixed(1)} KB`,
      baseline: `${TARGET_BYTES / 1000} KB`,
      ratio: bytes / TARGET_BYTES,
    }));
}
