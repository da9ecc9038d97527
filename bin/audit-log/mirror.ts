import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { textOf } from "#shared/domain/bytes.ts";
import { parseKeySet } from "#shared/domain/log/key-change.ts";
import type { LogHeader } from "#shared/domain/log/read-log.ts";
import { parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import type { Kept } from "#shared/domain/log/watch.ts";
import { openFolder } from "../export/files.ts";

/** A folder that keeps the log's files as they were read. It can itself be read as a log. */
export interface Mirror {
  /** What it kept last time; null: nothing has been kept yet. */
  kept: Kept | null;
  /** A file that never changes; null: the mirror does not have it. */
  read(path: string): Promise<Uint8Array | null>;
  /** Keeps further files of the log, and makes this the state that the next reading must extend. */
  keep(header: LogHeader, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** @throws Error if the folder contains something else: the earlier state would be unknown */
export async function openMirror(folder: string): Promise<Mirror> {
  const read = async (path: string): Promise<Uint8Array | null> => {
    try {
      return new Uint8Array(await readFile(join(folder, path)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  };
  const { write } = openFolder(folder);
  return {
    kept: await keptIn(folder, read),
    read,
    keep: async ({ noteText, keyText, changesText }, files) => {
      for (const [path, bytes] of files) write(path, bytes);
      write("key", keyText);
      write("keys", changesText);
      write("checkpoint", noteText);
    },
  };
}

async function keptIn(folder: string, read: Mirror["read"]): Promise<Kept | null> {
  const [note, key] = [await read("checkpoint"), await read("key")];
  if (note === null && key === null) return null;
  const parsed = note && parseNote(textOf(note));
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  const keys = key && parseKeySet(textOf(key).split("\n").slice(0, 2));
  if (checkpoint === null || keys === null) throw new Error(`${folder} is not a mirror of a log.`);
  return { checkpoint, keys };
}
