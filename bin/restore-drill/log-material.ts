import {
  ENTRY_BYTES,
  levelsOf,
  splitHashes,
  TILE_WIDTH,
  tilePath,
  widthOf,
} from "#shared/domain/log/tiles.ts";
import type { Observed } from "#shared/domain/log/watch.ts";
import type { LogHead, LogKey, LogProgress } from "#shared/store/log.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import type { TableContents } from "./read-table.ts";

/** The evidence log as stored in a table's items. */
export interface StoredLog {
  keys: readonly LogKey[];
  head: LogHead | null;
  newest: SignedCheckpoint | null;
  progress: Partial<LogProgress>;
  /** Every signed checkpoint, smallest first. */
  checkpoints: SignedCheckpoint[];
}

const CHECKPOINTS = "LOG#CHECKPOINTS / ";

export function storedLog({ log }: TableContents): StoredLog {
  const item = (name: string) => log.get(`${name} / META`);
  const checkpoints = [...log]
    .filter(([key]) => key.startsWith(CHECKPOINTS))
    .map(([, { checkpoint }]) => checkpoint as SignedCheckpoint)
    .sort((a, b) => a.size - b.size);
  return {
    keys: (item("LOG#KEYS")?.keys as LogKey[] | undefined) ?? [],
    head: (item("LOG#HEAD")?.head as LogHead | undefined) ?? null,
    newest: (item("LOG#CHECKPOINT")?.checkpoint as SignedCheckpoint | undefined) ?? null,
    progress: (item("LOG#PROGRESS")?.progress as LogProgress | undefined) ?? {},
    checkpoints,
  };
}

const bytesOf = ({ log }: TableContents, key: string): Uint8Array =>
  (log.get(`${key} / META`)?.bytes as Uint8Array | undefined) ?? new Uint8Array();

/** The entries up to `size`, or up to the first gap. */
export function entriesUpTo(contents: TableContents, size: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let index = 0; entries.length < size; index += 1) {
    const bytes = bytesOf(contents, `LOG#ENTRIES#${index}`);
    entries.push(...splitHashes(bytes).slice(0, size - entries.length));
    if (bytes.length < TILE_WIDTH * ENTRY_BYTES) break;
  }
  return entries;
}

/** What the restored log would serve to a reader. */
export function observedIn(
  contents: TableContents,
  { keys, newest }: StoredLog,
  now: string,
): Observed {
  const size = newest?.size ?? 0;
  const tiles = new Map<string, Uint8Array>();
  for (let level = 0; level < levelsOf(size); level += 1) {
    for (let index = 0; widthOf({ level, index }, size) > 0; index += 1) {
      const width = widthOf({ level, index }, size);
      const bytes = bytesOf(contents, `LOG#TILE#${level}#${index}`);
      tiles.set(tilePath(level, index, width), bytes.subarray(0, width * ENTRY_BYTES));
    }
  }
  return {
    keys: keys.map(({ verifier_key }) => verifier_key),
    checkpoint: newest?.note ?? "",
    entries: entriesUpTo(contents, size),
    tiles,
    rows: contents.rows,
    now,
  };
}
