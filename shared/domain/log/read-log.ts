import { textOf } from "#shared/domain/bytes.ts";
import { ENTRY_BYTES, type LogEntry, parseEntry, TILE_WIDTH } from "./entry.ts";
import { growingTree } from "./growing-tree.ts";
import { type KeySet, parseKeyChain, parseKeySet, type SignedKeyChange } from "./key-change.ts";
import type { Hash } from "./merkle.ts";
import { type Checkpoint, type Note, parseCheckpoint, parseNote } from "./signed-note.ts";
import { tilePath } from "./tiles.ts";

/*
 * Reads the whole log from the deployment or from a mirror. Both have the same files (`checkpoint`,
 * `key`, `keys`, `tile/entries/…`). This module checks only what has to be right for the log to be
 * readable at all.
 */

/** Reads a file by its path below `/evidence/log/`; null: there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/** A place from which a log is read. */
export interface LogSource {
  read: ReadFile;
  /** Since when the log itself reports that it is a fork, as far as it was read; null: it does not. */
  forkedSince: () => string | null;
}

/** The part of `fetch` that is needed to read a log. */
export type Fetch = (
  url: string,
  how: { cache: "no-store"; credentials: "omit"; redirect: "error" },
) => Promise<{
  status: number;
  ok: boolean;
  headers: { get: (name: string) => string | null };
  arrayBuffer: () => Promise<ArrayBuffer>;
}>;

/** A log as a deployment serves it. @param base its address; a page uses its own `/evidence/log` */
export function servedLog(get: Fetch, base = "/evidence/log"): LogSource {
  let forked: string | null = null;
  return {
    forkedSince: () => forked,
    read: async (path) => {
      const how = { cache: "no-store", credentials: "omit", redirect: "error" } as const;
      const response = await get(`${base}/${path}`, how);
      forked ??= response.headers.get("log-forked-since");
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** The first files of a log, which state its claims. */
export interface LogHeader {
  checkpoint: Checkpoint;
  note: Note;
  /** The checkpoint's signed note, verbatim. */
  noteText: string;
  /** The keys that sign now. */
  current: KeySet;
  /** The whole text of `key`; its first lines are `current`. */
  keyText: string;
  changes: readonly SignedKeyChange[];
  /** The chain of key changes, verbatim. */
  changesText: string;
}

export type Unreadable = {
  fault: string;
  /** The promise that is broken, if files were served; left out if they were not. */
  finding?: "checkpoint_signature" | "key_unannounced";
};

/** Reads checkpoint and keys. */
export async function readHeader(read: ReadFile): Promise<LogHeader | Unreadable> {
  const [noteText, keyText, changesText] = await Promise.all(
    ["checkpoint", "key", "keys"].map(async (path) => {
      const bytes = await read(path);
      return bytes === null ? null : textOf(bytes);
    }),
  );
  if (noteText == null || keyText == null || changesText == null) {
    return { fault: "There is no log here: it has a checkpoint, a key and its changes of keys." };
  }
  const note = parseNote(noteText);
  const checkpoint = note && parseCheckpoint(note.text);
  const current = parseKeySet(keyText.split("\n").slice(0, 2));
  const changes = parseKeyChain(changesText);
  const finding = "key_unannounced";
  if (note === null || checkpoint === null) {
    return { fault: "Its checkpoint is not one.", finding: "checkpoint_signature" };
  }
  if (current === null)
    return { fault: "Its keys are not an Ed25519 and an ML-DSA-44 key.", finding };
  if (changes === null) return { fault: "Its changes of keys cannot be read.", finding };
  return { checkpoint, note, noteText, current, keyText, changes, changesText };
}

export interface Reading {
  size: number;
  /** Called for each entry in order. */
  visit: (entry: LogEntry, index: number) => void;
}

/** What reading the entries computed. */
export interface EntriesRead {
  root: Hash;
  /** The root of the first `size` entries; null if there are fewer. */
  rootAt: (size: number) => Hash | null;
}

const PREFIX_BYTES = 2;
const READ_AT_ONCE = 16;

/** Reads every entry and computes the root from them. */
export async function readEntries(
  read: ReadFile,
  { size, visit }: Reading,
): Promise<EntriesRead | Unreadable> {
  const tree = growingTree();
  const bundles = Math.ceil(size / TILE_WIDTH);
  for (let first = 0; first < bundles; first += READ_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(READ_AT_ONCE, bundles - first) }, (_, i) => i);
    const found = await Promise.all(indexes.map((i) => readBundle(read, first + i, size)));
    for (const [i, { path, bytes }] of found.entries()) {
      const entries = bytes === null ? null : entriesIn(bytes);
      if (bytes === null) return { fault: `${path} is missing.` };
      if (entries === null || entries.length !== widthAt(first + i, size)) {
        return { fault: `${path} does not hold the log's entries.` };
      }
      for (const { entry, data } of entries) {
        visit(entry, tree.size);
        tree.add(data);
      }
    }
  }
  return { root: tree.root(), rootAt: tree.rootAt };
}

const widthAt = (index: number, size: number): number =>
  Math.min(TILE_WIDTH, size - index * TILE_WIDTH);

async function readBundle(read: ReadFile, index: number, size: number) {
  const path = `tile/${tilePath("entries", index, widthAt(index, size))}`;
  return { path, bytes: await read(path) };
}

/** Whether the bytes are a full bundle, which never changes. Half of one remains of a killed run. */
export const isFullBundle = (bytes: Uint8Array): boolean => entriesIn(bytes)?.length === TILE_WIDTH;

/** The entries of a bundle as served; null if it is not one. */
function entriesIn(bytes: Uint8Array): { entry: LogEntry; data: Uint8Array }[] | null {
  const step = PREFIX_BYTES + ENTRY_BYTES;
  if (bytes.length % step !== 0) return null;
  const entries: { entry: LogEntry; data: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const length = (bytes[at] as number) * 256 + (bytes[at + 1] as number);
    const data = bytes.subarray(at + PREFIX_BYTES, at + step);
    const entry = length === ENTRY_BYTES ? parseEntry(data) : null;
    if (entry === null) return null;
    entries.push({ entry, data });
  }
  return entries;
}
