import { appendFileSync } from "node:fs";

/*
 * Long tests take the same path twice: in a small size in every `npm test`, in their full size in
 * `npm run bench -- longRuns`, which sets FULL_SIZES to the file that takes their figures.
 */
const report = process.env.FULL_SIZES;

export const sized = <T>(full: T, small: T): T => (report === undefined ? small : full);

/** A figure of a full-size test beside its bound, for the bench's report. */
export function note(name: string, value: string, baseline: string, ratio: number): void {
  if (report === undefined) return;
  appendFileSync(report, `${JSON.stringify({ name, value, baseline, ratio })}\n`);
}
