import type { Asked } from "./asked.ts";
import { compareClasses } from "./classes.ts";
import { type Difference, unlessRefused } from "./difference.ts";
import { compareKeys } from "./keys.ts";
import { compareLaw } from "./law.ts";
import { compareMachines, compareRooms } from "./places.ts";
import { compareCounsel, comparePanels, compareRequests } from "./reviews.ts";

/** Every comparison. A new kind needs one line here. */
const comparisons: readonly ((asked: Asked) => Promise<Difference[]>)[] = [
  compareRequests,
  comparePanels,
  compareCounsel,
  compareLaw,
  compareClasses,
  compareRooms,
  compareMachines,
  compareKeys,
];

/** Compares the service's answers with what its rows imply. */
async function compareState(asked: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const compare of comparisons) {
    found.push(...(await unlessRefused(() => compare(asked))));
  }
  return found;
}

const nameOf = ({ resource, member }: Difference): string => `${resource}\n${member}`;

/**
 * Compares, and again if something differs, because a write between two calls is no difference.
 * @param read reads rows and answers anew each time
 */
export async function standingDifferences(read: () => Promise<Asked>): Promise<Difference[]> {
  const first = await compareState(await read());
  if (first.length === 0) return [];
  const again = new Set((await compareState(await read())).map(nameOf));
  return first.filter((one) => again.has(nameOf(one)));
}
