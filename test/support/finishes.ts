import { runInNewContext } from "node:vm";

/** Work that grows with the length of a text is done long before; quadratic work is not. */
const GIVE_UP_MS = 10_000;

/** Runs it to its end; false: it hung and was stopped. What it throws is thrown. */
export function finishes(work: () => unknown, giveUpMs = GIVE_UP_MS): boolean {
  try {
    runInNewContext("work(), undefined", { work }, { timeout: giveUpMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
