import { statSync } from "node:fs";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits } from "#infra/functions.ts";
import type { Row } from "./row.ts";

const TARGET_BYTES = 300_000;

/** The bundles as they stand in dist/, heaviest first. */
export async function bundlesRows(): Promise<Row[]> {
  return functionUnits
    .map(({ id }) => ({ id, bytes: statSync(`${distFolder}/${id}/index.js`).size }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ id, bytes }) => ({
      name: id,
      value: `${(bytes / 1000).toFixed(1)} KB`,
      baseline: `${TARGET_BYTES / 1000} KB`,
      ratio: bytes / TARGET_BYTES,
    }));
}
