import { isDecided } from "#shared/domain/inventory/classification.ts";
import { type Class, classes } from "#shared/domain/inventory/verdict.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { type CountedArtifact, countedArtifacts } from "#shared/store/artifacts.ts";

/** A tenant's artifacts that are still there, by what they are in law. */
export interface Systems {
  found: number;
  by_class: { class: Class; count: number; unconfirmed: number }[];
  /** Nothing has said yet what they are. */
  unclassified: number;
  /** There are more than were counted. */
  is_more: boolean;
}

const AT_ONCE = 8;
/** Queries of at most 1 MB; five thousand artifacts take about a dozen. */
const MOST_QUERIES = 60;

/** Counts what these connections found, by class. */
export async function countSystems(connectionIds: readonly string[]): Promise<Systems> {
  const systems: Systems = {
    found: 0,
    by_class: classes.map((name) => ({ class: name, count: 0, unconfirmed: 0 })),
    unclassified: 0,
    is_more: false,
  };
  let queries = 0;
  await eachBounded(connectionIds, AT_ONCE, async (id) => {
    let startKey: Record<string, unknown> | undefined;
    do {
      if (queries >= MOST_QUERIES) {
        systems.is_more = true;
        return;
      }
      queries += 1;
      const page = await countedArtifacts(id, startKey);
      for (const artifact of page.artifacts) count(systems, artifact);
      startKey = page.lastKey ?? undefined;
    } while (startKey !== undefined);
  });
  return systems;
}

function count(systems: Systems, artifact: CountedArtifact): void {
  if (artifact.retired_at !== null) return;
  systems.found += 1;
  const { state } = artifact;
  const of = systems.by_class.find((one) => one.class === artifact.class);
  if (of === undefined || state === null) {
    systems.unclassified += 1;
    return;
  }
  of.count += 1;
  if (!isDecided({ state })) of.unconfirmed += 1;
}
