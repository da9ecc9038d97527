import type { Outcome } from "./client.ts";

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

/** How many pages to search for rare matches; the next page continues from there. */
const MAX_CALLS = 25;

/**
 * A page of a filtered list: requests pages until there are enough matches or no more pages.
 * @param ask requests one page; the cursor is empty for the first
 */
export async function filteredPage<T>(
  cursor: string,
  enough: number,
  ask: (cursor: string) => Promise<Outcome<Page<T>>>,
  isWanted: (item: T) => boolean = () => true,
): Promise<Outcome<Page<T>>> {
  const items: T[] = [];
  let next: string | null = cursor;
  for (let calls = 0; next !== null && items.length < enough && calls < MAX_CALLS; calls += 1) {
    const outcome: Outcome<Page<T>> = await ask(next);
    if (outcome.kind !== "done") return outcome;
    items.push(...outcome.body.items.filter(isWanted));
    next = outcome.body.next_cursor;
  }
  return { kind: "done", body: { items, next_cursor: next } };
}
