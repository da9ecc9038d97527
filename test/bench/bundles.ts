import { readFileSync } from "node:fs";
import { distFolder } from "#infra/dist-folder.ts";
import { sizeLimitOf } from "#test/support/bundle-limits.ts";
import { compared, type Row } from "./row.ts";

const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** How much each function loads when it starts, according to the last build, largest first. */
export async function bundlesRows(): Promise<Row[]> {
  const sizes = JSON.parse(readFileSync(`${distFolder}/sizes.json`, "utf8"));
  return Object.entries<number>(sizes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => {
      const limit = sizeLimitOf(name);
      return compared(name, inKilobytes, bytes, limit, { baseline: `${limit / 1000} KB` });
    });
}
