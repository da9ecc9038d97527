import { parseEntry } from "#shared/domain/log/entry.ts";
import type { RowsKey } from "#shared/domain/log/key-change.ts";
import { splitEntries, TILE_WIDTH } from "#shared/domain/log/tiles.ts";
import { CERTIFICATE_MS } from "#shared/domain/log/writer.ts";
import { getEntries } from "#shared/store/log.ts";

/**
 * The keys whose certificates are accepted for rows now: the present key, and one recently replaced.
 */
export async function countingKeys(rowsKeys: readonly RowsKey[], now: string): Promise<RowsKey[]> {
  const counts = await Promise.all(
    rowsKeys.map(async ({ until, isWithdrawn }) => {
      if (until === null) return true;
      if (isWithdrawn) return false;
      const changedAt = until === 0 ? "" : await timeOfLeaf(until - 1);
      return Date.parse(now) - Date.parse(changedAt) <= CERTIFICATE_MS;
    }),
  );
  return rowsKeys.filter((_, i) => counts[i]);
}

/** The time at which the log took a leaf; empty if the leaf is missing. */
async function timeOfLeaf(index: number): Promise<string> {
  const [bundle] = await getEntries([Math.floor(index / TILE_WIDTH)]);
  const entry = splitEntries(bundle ?? new Uint8Array())[index % TILE_WIDTH];
  return (entry && parseEntry(entry)?.time) ?? "";
}
