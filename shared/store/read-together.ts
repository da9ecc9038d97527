import { getItems, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";

/** A read: the items it needs, and how to interpret them. */
export interface Read<T> {
  keys: readonly Key[];
  /** @param items in the order of the keys; null where there is none */
  from(items: readonly (Item | null)[]): T;
}

/** Reads one record; null if it does not exist. */
export const readOne = <T>(key: Key, fromItem: (item: Item) => T): Read<T | null> => ({
  keys: [key],
  from: ([item]) => (item ? fromItem(item) : null),
});

/** A placeholder for a read without a record. */
export const nothing: Read<null> = { keys: [], from: () => null };

/** Reads several records of one kind, in order; null for a missing one. */
export const readEach = <T>(
  keys: readonly Key[],
  fromItem: (item: Item) => T,
): Read<(T | null)[]> => ({
  keys,
  from: (items) => items.map((item) => (item ? fromItem(item) : null)),
});

type ReadBy<Reads> = { [Name in keyof Reads]: Reads[Name] extends Read<infer T> ? T : never };

/** Does any number of reads, strongly consistent, in one round trip; results are keyed by name. */
export async function readTogether<Reads extends Readonly<Record<string, Read<unknown>>>>(
  reads: Reads,
): Promise<ReadBy<Reads>> {
  const named = Object.entries(reads);
  const items = await getItems(named.flatMap(([, { keys }]) => keys));
  let start = 0;
  const answers = named.map(([name, { keys, from }]) => {
    const own = items.slice(start, start + keys.length);
    start += keys.length;
    return [name, from(own)] as const;
  });
  return Object.fromEntries(answers) as ReadBy<Reads>;
}
