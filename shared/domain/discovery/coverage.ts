import type { CoverageItem } from "./run.ts";

/** Stands in a coverage item for every project, location or kind. */
export const EVERY = "*";
const MAX_ENTRIES = 120;

type Place = "location" | "kind" | "project";

/** What is given up, one after the other, until the entries are few enough for an answer. */
const coarser: readonly { places: readonly Place[]; onlyComplete: boolean }[] = [
  { places: ["location"], onlyComplete: true },
  { places: ["location", "kind"], onlyComplete: true },
  { places: ["location", "kind", "project"], onlyComplete: true },
  { places: ["location"], onlyComplete: false },
  { places: ["location", "kind"], onlyComplete: false },
  { places: ["location", "kind", "project"], onlyComplete: false },
];

/**
 * The same coverage in at most about 120 entries: what is complete is told more coarsely first, so
 * that what is missing stays named as exactly as there is room for. Entries merge only with
 * entries of the same outcome: an entry never claims more than was seen.
 */
export function rolledUp(entries: readonly CoverageItem[], most = MAX_ENTRIES): CoverageItem[] {
  let current = [...entries];
  for (const { places, onlyComplete } of coarser) {
    if (current.length <= most) break;
    current = merged(current, places, onlyComplete);
  }
  return current;
}

function merged(
  entries: readonly CoverageItem[],
  places: readonly Place[],
  onlyComplete: boolean,
): CoverageItem[] {
  const byOutcome = new Map<string, CoverageItem[]>();
  for (const entry of entries) {
    const mayMerge = !onlyComplete || entry.status === "complete";
    const blurred = { ...entry, ...Object.fromEntries(places.map((place) => [place, EVERY])) };
    const key = JSON.stringify([mayMerge, ...outcome(mayMerge ? blurred : entry)]);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), entry]);
  }
  return [...byOutcome.values()].flatMap((group) => {
    const [first, ...more] = group;
    if (first === undefined) return [];
    const differing = places.filter((place) => more.some((entry) => entry[place] !== first[place]));
    return [{ ...first, ...Object.fromEntries(differing.map((place) => [place, EVERY])) }];
  });
}

const outcome = (entry: CoverageItem) => [
  entry.project,
  entry.location,
  entry.kind,
  entry.status,
  entry.http_status,
  entry.code,
];
