import { concat, utf8 } from "#shared/domain/bytes.ts";
import { ENTRY_BYTES, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import { keyChainText } from "#shared/domain/log/key-change.ts";
import type { ReadFile } from "#shared/domain/log/read-log.ts";
import { bundleBytes, parseTilePath, splitEntries } from "#shared/domain/log/tiles.ts";
import { keyOf } from "#shared/store/entities.ts";
import type { LogHead } from "#shared/store/log.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { storedAs, type TableContents } from "./read-table.ts";

/** The evidence log as stored in a table's items. */
export interface StoredLog {
  keys: LogKeys;
  head: LogHead | null;
  newest: SignedCheckpoint | null;
  /** Every signed checkpoint, smallest first. */
  checkpoints: SignedCheckpoint[];
}

const NO_KEYS: LogKeys = { sets: [], rows: [], changes: [], next: null };

export function storedLog(contents: TableContents): StoredLog {
  const only = (name: "logKeys" | "logHead" | "newestCheckpoint") =>
    contents.records.get(keyOf(name));
  const checkpoints = storedAs(contents, "checkpoint")
    .map(({ item }) => item.checkpoint as SignedCheckpoint)
    .sort((a, b) => a.size - b.size);
  return {
    keys: (only("logKeys")?.keys as LogKeys | undefined) ?? NO_KEYS,
    head: (only("logHead")?.head as LogHead | undefined) ?? null,
    newest: (only("newestCheckpoint")?.checkpoint as SignedCheckpoint | undefined) ?? null,
    checkpoints,
  };
}

/** The entries up to `size`, or up to the first gap. */
export function entriesUpTo({ records }: TableContents, size: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let index = 0; entries.length < size; index += 1) {
    const stored = records.get(keyOf("logEntries", `${index}`))?.bytes as Uint8Array | undefined;
    const bytes = stored ?? new Uint8Array();
    entries.push(...splitEntries(bytes).slice(0, size - entries.length));
    if (bytes.length < TILE_WIDTH * ENTRY_BYTES) break;
  }
  return entries;
}

/** The files that the restored log would serve. */
export const filesOf = (contents: TableContents, { keys, newest }: StoredLog): ReadFile => {
  const keyText = keys.sets.flat().map(({ verifier_key }) => `${verifier_key}\n`);
  const files = new Map<string, Uint8Array>([
    ["checkpoint", utf8(newest?.note ?? "")],
    ["key", utf8(keyText.join(""))],
    ["keys", utf8(keyChainText(keys.changes))],
  ]);
  const entries = entriesUpTo(contents, newest?.size ?? 0);
  return async (path) => files.get(path) ?? bundleAt(path, entries);
};

function bundleAt(path: string, entries: readonly Uint8Array[]): Uint8Array | null {
  const asked = path.startsWith("tile/") ? parseTilePath(path.slice(5)) : null;
  if (asked?.kind !== "entries") return null;
  const start = asked.index * TILE_WIDTH;
  const some = entries.slice(start, start + asked.width);
  return some.length === asked.width ? bundleBytes(concat(...some)) : null;
}
