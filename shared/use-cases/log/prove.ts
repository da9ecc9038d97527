import { base64, concat } from "#shared/domain/bytes.ts";
import { entryAt, parseEntry, TILE_WIDTH } from "#shared/domain/log/entry.ts";
import { type Hash, leafHash } from "#shared/domain/log/merkle.ts";
import { proofText } from "#shared/domain/log/proof-text.ts";
import {
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  provesInclusion,
  type Range,
  subtreesOf,
} from "#shared/domain/log/proofs.ts";
import {
  MissingTileError,
  readingTiles,
  splitEntries,
  tileName,
  tilesOf,
} from "#shared/domain/log/tiles.ts";
import { getTiles } from "#shared/store/log.ts";
import { getEntries, getEntry } from "#shared/store/log-rows.ts";

/** The proof, or null if some of the log's items are missing from the table. */
export const unlessMissing = <T>(proving: Promise<T>): Promise<T | null> =>
  proving.catch((error: unknown) => {
    if (error instanceof MissingTileError) return null;
    throw error;
  });

/** The inclusion proof's hashes, from a leaf to the root of the tree of `size` leaves. */
export const proveInclusion = (index: number, size: number): Promise<Hash[]> =>
  hashesOf(inclusionRanges(index, size));

/** The proof that a leaf is in the tree of a checkpoint, with its entry. */
export async function proofOf(
  index: number,
  { size, note }: { size: number; note: string },
): Promise<string> {
  const [hashes, entry] = await Promise.all([proveInclusion(index, size), getEntry(index)]);
  return proofText({ index, entry, hashes, checkpoint: note });
}

/** The proof of a leaf in a tree: when the log took the leaf, and the proof's hashes in base64. */
interface ProvenLeaf {
  index: number;
  time: string;
  hashes: string[];
}

/** Proves several leaves in the tree of `size` leaves, and reads the log once for all of them. */
export async function proveLeaves(
  indexes: readonly number[],
  size: number,
): Promise<ReadonlyMap<number, ProvenLeaf>> {
  const ranges = indexes.map((index) => inclusionRanges(index, size));
  const places = [...new Set(indexes.map((index) => Math.floor(index / TILE_WIDTH)))];
  const [hashes, bundles] = await Promise.all([hashesOf(ranges.flat()), getEntries(places)]);
  let from = 0;
  return new Map(
    indexes.map((index, i) => {
      const own = hashes.slice(from, from + (ranges[i]?.length ?? 0));
      from += own.length;
      const entry = entryAt(index, bundles[places.indexOf(Math.floor(index / TILE_WIDTH))]);
      const time = (entry && parseEntry(entry)?.time) ?? "";
      return [index, { index, time, hashes: own.map(base64) }];
    }),
  );
}

/** The consistency proof's hashes, which show that one tree is a prefix of another. */
export const proveConsistency = (older: number, newer: number): Promise<Hash[]> =>
  hashesOf(consistencyRanges(older, newer));

/**
 * The entries of a full bundle, if they belong to this tree; null: they do not, or some are missing. It
 * computes the hashes of the bundle's own leaves, so the proof of its first entry proves them all.
 */
export async function provenEntries(
  bundle: number,
  { size, root }: { size: number; root: Hash },
): Promise<Uint8Array[] | null> {
  const index = bundle * TILE_WIDTH;
  const [bytes] = await getEntries([bundle]);
  const entries = splitEntries(bytes ?? new Uint8Array());
  if (entries.length !== TILE_WIDTH) return null;
  const leaves = entries.map(leafHash);
  const own = { name: tileName({ level: 0, index: bundle }), bytes: concat(...leaves) };
  const hashes = await unlessMissing(hashesOf(inclusionRanges(index, size), own));
  const isProven =
    hashes !== null && provesInclusion(leaves[0] as Hash, { index, size, hashes, root });
  return isProven ? entries : null;
}

/**
 * Reads the few tiles that the ranges need, in one call.
 * @param own a tile that is known already
 */
async function hashesOf(
  ranges: readonly Range[],
  own?: { name: string; bytes: Uint8Array },
): Promise<Hash[]> {
  const places = tilesOf(ranges.flatMap(subtreesOf)).filter((one) => tileName(one) !== own?.name);
  const found = await getTiles(places);
  const tiles = new Map(own === undefined ? [] : [[own.name, own.bytes]]);
  for (const [i, place] of places.entries()) {
    const bytes = found[i];
    if (bytes) tiles.set(tileName(place), bytes);
  }
  return ranges.map((range) => hashOfRange(range, readingTiles(tiles)));
}
