import { sized } from "./full-size.ts";

/** For `test.each`: cases for the bench only. A test beside them covers every ordinary test run. */
export const inBench = <T>(...cases: readonly T[]): readonly T[] => sized(cases, []);

/** For `test.each`: all ways at full size, otherwise one by turns. @param turn the task's number */
export const byTurns = <T>(ways: readonly T[], turn: number): T[] =>
  ways.filter((_, index) => sized(true, index === turn % ways.length));
