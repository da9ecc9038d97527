import { readFileSync } from "node:fs";
import { certificateDrawers } from "#infra/certificate-files.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { compared, type Row } from "./row.ts";

const TARGET_BYTES = 350_000;
/** pdfkit and its fonts' reader, in functions of their own: a certificate is drawn rarely. */
const DRAWERS_BYTES = 880_000;

/** What each function loads when it starts, according to the last build, heaviest first. */
export async function bundlesRows(): Promise<Row[]> {
  const sizes = JSON.parse(readFileSync(`${distFolder}/sizes.json`, "utf8"));
  return Object.entries<number>(sizes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => {
      const target = certificateDrawers.includes(name) ? DRAWERS_BYTES : TARGET_BYTES;
      return compared(name, (size) => `${(size / 1000).toFixed(1)} KB`, bytes, target, {
        baseline: `${target / 1000} KB`,
      });
    });
}
