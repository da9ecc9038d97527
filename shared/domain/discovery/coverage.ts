import type { CoverageItem } from "./run.ts";

/** Wildcard in a coverage item: every project, location or kind. */
export const EVERY = "*";
/** The location of a list that one call reads for all locations. */
export const ALL_LOCATIONS = "-";
const MAX_ENTRIES = 120;

type Dimension = "location" | "kind" | "project";

/** Detail to drop, step by step, until there are few enough entries for a response. */
const coarser: readonly { dimensions: readonly Dimension[]; onlyComplete: boolean }[] = [
  { dimensions: ["location"], onlyComplete: true },
  { dimensions: ["location", "kind"], onlyComplete: true },
  { dimensions: ["location", "kind", "project"], onlyComplete: true },
  { dimensions: ["location"], onlyComplete: false },
  { dimensions: ["location", "kind"], onlyComplete: false },
  { dimensions: ["location", "kind", "project"], onlyComplete: false },
];

/**
 * The same coverage in at most 120 entries. Complete entries are merged first, so that gaps
 * keep as much detail as there is room for. Only entries with the same outcome are merged, so that
 * no entry claims more than was listed.
 */
export function rolledUp(entries: readonly CoverageItem[]): CoverageItem[] {
  let current = [...entries];
  for (const { dimensions, onlyComplete } of coarser) {
    if (current.length <= MAX_ENTRIES) break;
    current = merged(current, dimensions, onlyComplete);
  }
  return current.length <= MAX_ENTRIES ? current : withRest(current);
}

/**
 * The first entries, and one entry per status for all the others. That one has no code, because an
 * upstream may invent a code for every entry.
 */
function withRest(entries: readonly CoverageItem[]): CoverageItem[] {
  const named = MAX_ENTRIES - STATUSES.length;
  const rest = entries.slice(named);
  return [
    ...entries.slice(0, named),
    ...STATUSES.flatMap((status) => {
      const found = rest.some((entry) => entry.status === status);
      return found ? [{ project: EVERY, location: EVERY, kind: EVERY, status }] : [];
    }),
  ];
}

const STATUSES = ["complete", "partial", "failed"] as const;

function merged(
  entries: readonly CoverageItem[],
  dimensions: readonly Dimension[],
  onlyComplete: boolean,
): CoverageItem[] {
  const byOutcome = new Map<string, CoverageItem[]>();
  for (const entry of entries) {
    const mayMerge = !onlyComplete || entry.status === "complete";
    const blurred = {
      ...(dimensions.includes("location") ? withoutId(entry) : entry),
      ...Object.fromEntries(dimensions.map((dimension) => [dimension, EVERY])),
    };
    const key = JSON.stringify([mayMerge, ...outcome(mayMerge ? blurred : entry)]);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), entry]);
  }
  return [...byOutcome.values()].flatMap((group) => {
    const [first, ...more] = group;
    if (first === undefined) return [];
    const isSame = (entry: CoverageItem, dimension: Dimension): boolean =>
      entry[dimension] === first[dimension] &&
      (dimension !== "location" || entry.repository_id === first.repository_id);
    const differing = dimensions.filter((dimension) =>
      more.some((entry) => !isSame(entry, dimension)),
    );
    const whole = differing.includes("location") ? withoutId(first) : first;
    return [{ ...whole, ...Object.fromEntries(differing.map((dimension) => [dimension, EVERY])) }];
  });
}

const withoutId = ({ repository_id: _, ...entry }: CoverageItem): CoverageItem => entry;

const outcome = (entry: CoverageItem) => [
  entry.project,
  entry.location,
  entry.repository_id,
  entry.kind,
  entry.status,
  entry.http_status,
  entry.code,
];
