import type { Call } from "./call.ts";

/** The simultaneous calls of one function, in an order that follows from what they ask. */
export const inOrder = (waiting: readonly Call[]): Call[] =>
  waiting.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

/** A call that waits is put in order again with each that is released. */
const places = new WeakMap<Call, string>();

function placeOf(one: Call): string {
  const place = places.get(one) ?? `${one.name} ${sameEachTime(one.body)}`;
  places.set(one, place);
  return place;
}

/**
 * A body without the results of keys, hashes and signatures, which no two runs share, and sorted by
 * name: the table returns an item's contents in any order, and functions write them as returned.
 */
function sameEachTime(body: unknown): string {
  const text = Buffer.from((body ?? "") as string).toString();
  try {
    return withoutKeys(JSON.stringify(JSON.parse(text), byName));
  } catch {
    return withoutKeys(text);
  }
}

const withoutKeys = (text: string): string => text.replace(/[0-9a-f]{64}|[\w+/-]{43,}={0,2}/g, "…");

const byName = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
