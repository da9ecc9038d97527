import { appendFileSync } from "node:fs";

/*
 * Long tests run at two sizes: reduced in every `npm test`, full in `npm run bench -- longRuns`,
 * which sets FULL_SIZES to the file that collects their figures.
 */
const report = process.env.FULL_SIZES;

export const sized = <T>(full: T, small: T): T => (report === undefined ? small : full);

/** Notes a figure of a full-size test and its bound for the bench report. */
export function note(name: string, value: string, baseline: string, ratio: number): void {
  if (report === undefined) return;
  appendFileSync(report, `${JSON.stringify({ name, value, baseline, ratio })}\n`);
}
