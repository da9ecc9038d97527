import { type Action, transact } from "./transact.ts";

/** A transaction takes 100 actions; half of it keeps 2 KB items far below its 4 MB. */
const MOST_AT_ONCE = 50;

/**
 * Independent conditional writes, sent together because that is several times faster than one by
 * one. One whose condition fails is left out, the others are written all the same. No two of them
 * may touch the same item.
 * @returns how many were written
 */
export async function transactEach(actions: readonly Action[]): Promise<number> {
  let written = 0;
  for (let i = 0; i < actions.length; i += MOST_AT_ONCE) {
    let open = actions.slice(i, i + MOST_AT_ONCE);
    while (open.length > 0) {
      const outcome = await transact(open);
      if (outcome.committed) {
        written += open.length;
        break;
      }
      const failed = new Set(outcome.failed.map(({ index }) => index));
      open = open.filter((_, index) => !failed.has(index));
    }
  }
  return written;
}
