import {
  isFullBundle,
  type LogSource,
  type ReadFile,
  servedLog,
} from "#shared/domain/log/read-log.ts";
import type { Disk } from "./disk.ts";

const PATIENCE_MS = 60_000;

const isWhole = (path: string): boolean => path.startsWith("tile/") && !path.includes(".p/");

/** Entries of the log that were read because the mirror lacks them, by path. */
export type Fetched = Map<string, Uint8Array>;

/** Whether it is an address rather than a folder. */
export const isServed = (place: string): boolean => /^https?:\/\//.test(place);

/** A log at an address or in a folder. Whole tiles that the mirror has are read from the mirror. */
export function logSource(
  { fileIn }: Disk,
  place: string,
  mirror: string | null,
  fetched: Fetched,
): LogSource {
  const folder: ReadFile = async (path) => fileIn(place, path);
  const source = isServed(place)
    ? servedLog(
        (url, how) => fetch(url, { ...how, signal: AbortSignal.timeout(PATIENCE_MS) }),
        place.replace(/\/$/, ""),
      )
    : { read: folder, forkedSince: () => null };
  return {
    forkedSince: source.forkedSince,
    read: async (path) => {
      const kept = mirror !== null && isWhole(path) ? fileIn(mirror, path) : null;
      if (kept !== null && isFullBundle(kept)) return kept;
      const bytes = await source.read(path);
      if (mirror !== null && bytes !== null && path.startsWith("tile/")) fetched.set(path, bytes);
      return bytes;
    },
  };
}

/** The checkpoint that a mirror has kept; null if it has none. */
export function keptCheckpoint({ fileIn }: Disk, mirror: string | null): string | null {
  const bytes = mirror === null ? null : fileIn(mirror, "checkpoint");
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
