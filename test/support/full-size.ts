import { appendFileSync } from "node:fs";

/** Set by `npm run bench -- sweeps`: the file that collects their figures. */
const report = process.env.FULL_SIZES;

/** Whether tests that are long by nature run at full size: in the bench, and with FULL=1. */
const isFull = report !== undefined || process.env.FULL === "1";

export const sized = <T>(full: T, small: T): T => (isFull ? full : small);

/** Records a figure of a full-size test and its bound for the bench report. */
export function note(name: string, value: string, baseline: string, ratio: number): void {
  if (report === undefined) return;
  appendFileSync(report, `${JSON.stringify({ name, value, baseline, ratio })}\n`);
}

/** Records for the bench that all kills of an operation were made good, and how many there were. */
export const noteKills = (operation: string, kills: number): void =>
  noteSweep(`${operation}: kills made good`, kills);

/** Records for the bench how many cases of a sweep were tried, all with the expected result. */
export const noteSweep = (name: string, cases: number): void =>
  note(name, `${cases}`, `${cases}`, 1);

/** All cases; in an ordinary test run, every `step`th of them, beginning with the `from`th. */
export const sampled = <T>(cases: readonly T[], step: number, from = 0): T[] =>
  cases.filter((_, i) => i % sized(1, step) === sized(0, from % step));
