import { sized } from "./full-size.ts";

/** For `test.each`: all ways at full size, otherwise one by turns. @param turn the task's number */
export const byTurns = <T>(ways: readonly T[], turn: number): T[] =>
  ways.filter((_, index) => sized(true, index === turn % ways.length));
