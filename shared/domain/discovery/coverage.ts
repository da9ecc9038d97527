import type { CoverageItem } from "./run.ts";

/** In a coverage item: every project, location or kind. */
export const EVERY = "*";
const MAX_ENTRIES = 120;

type Dimension = "location" | "kind" | "project";

/** What is given up, one after the other, until the entries are few enough for an answer. */
const coarser: readonly { dimensions: readonly Dimension[]; onlyComplete: boolean }[] = [
  { dimensions: ["location"], onlyComplete: true },
  { dimensions: ["location", "kind"], onlyComplete: true },
  { dimensions: ["location", "kind", "project"], onlyComplete: true },
  { dimensions: ["location"], onlyComplete: false },
  { dimensions: ["location", "kind"], onlyComplete: false },
  { dimensions: ["location", "kind", "project"], onlyComplete: false },
];

/**
 * The same coverage in at most about 120 entries: what is complete is summarised first, so
 * that what is missing stays named as exactly as there is room for. Entries merge only with
 * entries of the same outcome: an entry never claims more than was seen.
 */
export function rolledUp(entries: readonly CoverageItem[], most = MAX_ENTRIES): CoverageItem[] {
  let current = [...entries];
  for (const { dimensions, onlyComplete } of coarser) {
    if (current.length <= most) break;
    current = merged(current, dimensions, onlyComplete);
  }
  return current;
}

function merged(
  entries: readonly CoverageItem[],
  dimensions: readonly Dimension[],
  onlyComplete: boolean,
): CoverageItem[] {
  const byOutcome = new Map<string, CoverageItem[]>();
  for (const entry of entries) {
    const mayMerge = !onlyComplete || entry.status === "complete";
    const blurred = {
      ...entry,
      ...Object.fromEntries(dimensions.map((dimension) => [dimension, EVERY])),
    };
    const key = JSON.stringify([mayMerge, ...outcome(mayMerge ? blurred : entry)]);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), entry]);
  }
  return [...byOutcome.values()].flatMap((group) => {
    const [first, ...more] = group;
    if (first === undefined) return [];
    const differing = dimensions.filter((dimension) =>
      more.some((entry) => entry[dimension] !== first[dimension]),
    );
    return [{ ...first, ...Object.fromEntries(differing.map((dimension) => [dimension, EVERY])) }];
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
