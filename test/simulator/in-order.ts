import type { Call } from "./call.ts";

/** The simultaneous calls of one function, in an order that follows from what they ask. */
export function inOrder(waiting: readonly Call[]): Call[] {
  const places = new Map(waiting.map((one) => [one, `${one.name} ${sameEachTime(one.body)}`]));
  const placeOf = (one: Call): string => places.get(one) ?? "";
  return waiting.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
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
