import { sized } from "./full-size.ts";

/**
 * The ways in which a task is done, for `test.each`: all of them at full size; otherwise one of them
 * by turns, so that each task is done in one way and each way does some.
 * @param turn the number of the task in its file
 */
export const byTurns = <T>(ways: readonly T[], turn: number): T[] =>
  ways.filter((_, index) => sized(true, index === turn % ways.length));
