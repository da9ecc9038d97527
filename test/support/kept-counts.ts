import { expect } from "vitest";
import type { TestSystem } from "./system.ts";
import { scanTable } from "./table.ts";

type Sums = Record<string, Record<string, number>>;

function add(sums: Sums, connection: string, kind: string, by: number): void {
  sums[connection] ??= {};
  const of = sums[connection];
  of[kind] = (of[kind] ?? 0) + by;
  if (of[kind] === 0) delete of[kind];
}

/**
 * Expects Home's counts of each connection's artifacts to match the artifacts, one by one.
 * @returns how many artifacts are counted
 */
export async function expectKeptCounts(system: TestSystem): Promise<number> {
  const [are, kept]: [Sums, Sums] = [{}, {}];
  for (const item of await scanTable(system)) {
    if (/^ARTIFACTS#/.test(item.pk)) {
      const { connection_id, classification, retired_at } = item;
      const isDecided = ["confirmed", "overridden"].includes(classification?.state);
      const isByOne =
        isDecided && classification.allowed_by != null && classification.second_by === null;
      const state = isByOne ? "by_one" : isDecided ? "decided" : "open";
      const kind = classification ? `${classification.class}:${state}` : "unclassified";
      add(are, connection_id, kind, retired_at === null ? 1 : 0);
      expect([item.id, item.gsi1pk]).toEqual([
        item.id,
        expect.stringMatching(isDecided ? /#DECIDED$/ : /#OPEN$/),
      ]);
    }
    if (/^SYSTEMS#/.test(item.pk)) {
      const { pk, sk, ...counts } = item;
      for (const [kind, by] of Object.entries(counts)) add(kept, sk.split("#")[0], kind, by);
    }
  }
  expect(kept).toEqual(are);
  return Object.values(kept)
    .flatMap((counts) => Object.values(counts))
    .reduce((sum, count) => sum + count, 0);
}
