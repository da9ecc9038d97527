import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ReadFile } from "#shared/domain/log/read-log.ts";

const PATIENCE_MS = 60_000;

const fileIn = (folder: string, path: string): Uint8Array | null => {
  const file = join(folder, path);
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
};

/** Reads a served log; `.p/` tiles and the checkpoint change, everything else is immutable. */
const fromUrl =
  (base: string): ReadFile =>
  async (path) => {
    const response = await fetch(`${base.replace(/\/$/, "")}/${path}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "error",
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };

const isWhole = (path: string): boolean => path.startsWith("tile/") && !path.includes(".p/");

/** What was read of the log's entries that the mirror lacks, by path. */
export type Fetched = Map<string, Uint8Array>;

/** Whether it is an address, and no folder. */
export const isServed = (place: string): boolean => /^https?:\/\//.test(place);

/** A log at an address or in a folder; whole tiles that the mirror has are read from there. */
export function logSource(place: string, mirror: string | null, fetched: Fetched): ReadFile {
  const source: ReadFile = isServed(place) ? fromUrl(place) : async (path) => fileIn(place, path);
  return async (path) => {
    const kept = mirror !== null && isWhole(path) ? fileIn(mirror, path) : null;
    if (kept !== null) return kept;
    const bytes = await source(path);
    if (mirror !== null && bytes !== null && path.startsWith("tile/")) fetched.set(path, bytes);
    return bytes;
  };
}

/** Writes one file whole or not at all. */
export function keep(folder: string, path: string, bytes: Uint8Array | string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

/** The checkpoint that a mirror has kept; null if it has none. */
export function keptCheckpoint(mirror: string | null): string | null {
  const bytes = mirror === null ? null : fileIn(mirror, "checkpoint");
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
