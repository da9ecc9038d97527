import { parseEntry } from "#shared/domain/log/entry.ts";
import { splitEntries, TILE_WIDTH } from "#shared/domain/log/tiles.ts";
import { getEntries } from "#shared/store/log.ts";
import { getLogRows } from "#shared/store/log-rows.ts";

/** Where the log has a row, and the time at which it took it, ISO 8601 UTC. */
interface Leaf {
  index: number;
  time: string;
}

/** The leaves of those of these rows that the log has, by their hashes. */
export async function leavesOf(hashes: readonly string[]): Promise<ReadonlyMap<string, Leaf>> {
  const rows = await getLogRows(hashes);
  const found = await Promise.all(
    hashes.map(async (hash, i) => {
      const index = rows[i]?.index;
      const leaf = index === undefined ? null : await leafAt(index, hash);
      return leaf === null ? [] : [[hash, leaf] as const];
    }),
  );
  return new Map(found.flat());
}

/** The leaf at this index, if it is the row's: what else the table says is not believed. */
async function leafAt(index: number, row_hash: string): Promise<Leaf | null> {
  const [bundle] = await getEntries([Math.floor(index / TILE_WIDTH)]);
  const entry = splitEntries(bundle ?? new Uint8Array())[index % TILE_WIDTH];
  const parsed = entry && parseEntry(entry);
  return parsed?.row === row_hash ? { index, time: parsed.time } : null;
}
