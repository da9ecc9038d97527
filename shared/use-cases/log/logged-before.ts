import { unbase64 } from "#shared/domain/bytes.ts";
import { parseEntry, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import { AHEAD_MS, type Leaf } from "#shared/domain/log/follow.ts";
import { splitEntries } from "#shared/domain/log/tiles.ts";
import { ForkError } from "./fork.ts";
import type { OpenLog } from "./open-log.ts";
import { provenEntries } from "./prove.ts";

/** The rows in the log: one run finds them in its entries, and adds those that it takes. */
interface LoggedBefore {
  /**
   * Whether the log has these rows, by their hashes.
   * @throws ForkError if its entries are not the ones that were signed
   */
  has(rows: readonly Leaf[]): Promise<(rowHash: string) => boolean>;
  add(rows: readonly Leaf[]): void;
}

/**
 * Finds rows in the log's own entries, which are checked against its root. Nothing else that the table
 * says about a row is trusted. No leaf is older than its row, so the newest entries are enough.
 */
export function loggedBefore({ head, edge }: OpenLog): LoggedBefore {
  const rows = new Set<string>();
  const root = unbase64(head.root) ?? new Uint8Array();
  let from = Math.floor(head.size / TILE_WIDTH);
  let oldest = Number.POSITIVE_INFINITY;
  const note = (entries: readonly Uint8Array[]): void => {
    const read = entries.flatMap((entry) => parseEntry(entry) ?? []);
    for (const { row } of read) rows.add(row);
    oldest = Math.min(oldest, Date.parse(read[0]?.time ?? "") || oldest);
  };
  note(splitEntries(edge.entries));
  return {
    has: async (leaves) => {
      const since = Math.min(...leaves.map(({ written_at }) => Date.parse(written_at))) - AHEAD_MS;
      while (from > 0 && oldest >= since) {
        from -= 1;
        const entries = await provenEntries(from, { size: head.size, root });
        if (entries === null) throw new ForkError("Its entries are not those of its tree.");
        note(entries);
      }
      return (hash) => rows.has(hash);
    },
    add: (leaves) => {
      for (const { row_hash } of leaves) rows.add(row_hash);
    },
  };
}
