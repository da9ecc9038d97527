import { runInNewContext } from "node:vm";

/** Linear work on a text is done long before this; quadratic work is not. */
const GIVE_UP_MS = 10_000;

/** Runs the work; false if it hung and was stopped. Its own errors are rethrown. */
export function finishes(work: () => unknown, giveUpMs = GIVE_UP_MS): boolean {
  try {
    runInNewContext("work(), undefined", { work }, { timeout: giveUpMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
