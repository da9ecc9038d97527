import { concat } from "#shared/domain/bytes.ts";
import { ENTRY_BYTES, TILE_WIDTH } from "./entry.ts";
import { HASH_BYTES, type Hash, leafHash, rootOfFull, rootOfPeaks } from "./merkle.ts";
import type { ReadSubtree, Subtree } from "./proofs.ts";

/*
 * C2SP tlog-tiles. Hashes are stored in tiles of 256, and each full tile's root is one hash in the tile
 * above. Entries are stored in bundles of 256. Tiles and bundles are bytes. A full one never changes,
 * and a partial one only grows.
 */

const TILE_HEIGHT = 8;

/** A tile's position: its level (0: leaf hashes) and its index in that level. */
export interface TilePlace {
  level: number;
  index: number;
}

interface Tile extends TilePlace {
  bytes: Uint8Array;
}

/** The right edge of the tree: all the state that appending needs. */
export interface Edge {
  size: number;
  /** The hashes of the partial tiles, by level. */
  tiles: readonly Uint8Array[];
  /** The entries of the partial bundle. */
  entries: Uint8Array;
}

export const EMPTY_EDGE: Edge = { size: 0, tiles: [], entries: new Uint8Array() };

/** The number of tile levels in a tree of this size. */
export function levelsOf(size: number): number {
  let levels = 0;
  for (let hashes = size; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH)) levels += 1;
  return levels;
}

const hashesAt = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** The partial tile at each level, with its width; levels without one are left out. */
export const edgePlaces = (size: number): (TilePlace & { width: number })[] =>
  Array.from({ length: levelsOf(size) }, (_, level) => {
    const count = hashesAt(size, level);
    return { level, index: Math.floor(count / TILE_WIDTH), width: count % TILE_WIDTH };
  }).filter(({ width }) => width > 0);

export interface Appended {
  edge: Edge;
  /** Every tile that changed, with its new content. */
  tiles: Tile[];
  /** Every entry bundle that changed, with its new content. */
  bundles: { index: number; bytes: Uint8Array }[];
}

/** Appends entries (of `ENTRY_BYTES` each). */
export function append(edge: Edge, entries: readonly Uint8Array[]): Appended {
  const filling = edge.tiles.map((bytes) => splitHashes(bytes));
  const tiles = new Map<string, Tile>();
  const bundles = new Map<number, Uint8Array>();
  let bundle = splitEntries(edge.entries);
  let size = edge.size;

  const put = (level: number, hash: Hash, count: number): void => {
    filling[level] ??= [];
    const tile = filling[level];
    tile.push(hash);
    const index = Math.floor((count - 1) / TILE_WIDTH);
    tiles.set(`${level}/${index}`, { level, index, bytes: concat(...tile) });
    if (tile.length < TILE_WIDTH) return;
    filling[level] = [];
    put(level + 1, rootOfFull(tile), count / TILE_WIDTH);
  };

  for (const entry of entries) {
    if (entry.length !== ENTRY_BYTES) throw new TypeError(`An entry has ${ENTRY_BYTES} bytes.`);
    size += 1;
    put(0, leafHash(entry), size);
    bundle.push(entry);
    bundles.set(Math.floor((size - 1) / TILE_WIDTH), concat(...bundle));
    if (bundle.length === TILE_WIDTH) bundle = [];
  }
  return {
    edge: {
      size,
      tiles: filling.map((hashes) => concat(...hashes)),
      entries: concat(...bundle),
    },
    tiles: [...tiles.values()],
    bundles: [...bundles].map(([index, bytes]) => ({ index, bytes })),
  };
}

/** The root of the tree with this edge. */
export function rootOfEdge({ tiles }: Edge): Hash {
  const peaks = tiles.map((bytes) => peaksOf(splitHashes(bytes))).reverse();
  return rootOfPeaks(peaks.flat());
}

/** The roots of the full subtrees in a partial tile, from the largest to the smallest. */
function peaksOf(hashes: readonly Hash[]): Hash[] {
  const peaks: Hash[] = [];
  let start = 0;
  for (let width = TILE_WIDTH / 2; width >= 1; width /= 2) {
    if ((hashes.length & width) === 0) continue;
    peaks.push(rootOfFull(hashes.slice(start, start + width)));
    start += width;
  }
  return peaks;
}

const split = (bytes: Uint8Array, width: number): Uint8Array[] =>
  Array.from({ length: Math.floor(bytes.length / width) }, (_, i) =>
    bytes.subarray(i * width, (i + 1) * width),
  );

export const splitHashes = (bytes: Uint8Array): Hash[] => split(bytes, HASH_BYTES);
export const splitEntries = (bytes: Uint8Array): Uint8Array[] => split(bytes, ENTRY_BYTES);

/** The tile that contains the hashes under a full subtree, and their position in it. */
function placeOf({ level, index }: Subtree): TilePlace & { start: number; count: number } {
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  return {
    level: Math.floor(level / TILE_HEIGHT),
    index: Math.floor(first / TILE_WIDTH),
    start: first % TILE_WIDTH,
    count,
  };
}

/** The tiles that contain these subtrees, without duplicates. */
export function tilesOf(subtrees: readonly Subtree[]): TilePlace[] {
  const places = subtrees.map(placeOf).map(({ level, index }) => ({ level, index }));
  return [...new Map(places.map((place) => [tileName(place), place])).values()];
}

export const tileName = ({ level, index }: TilePlace): string => `${level}/${index}`;

export class MissingTileError extends Error {}

/**
 * Reads subtrees from tiles.
 * @param tiles by `tileName`
 * @throws MissingTileError if a tile is missing or too short
 */
export const readingTiles =
  (tiles: ReadonlyMap<string, Uint8Array>): ReadSubtree =>
  (subtree) => {
    const { start, count, ...place } = placeOf(subtree);
    const hashes = splitHashes(tiles.get(tileName(place)) ?? new Uint8Array());
    if (hashes.length < start + count)
      throw new MissingTileError(`Its tile ${tileName(place)} is incomplete.`);
    return rootOfFull(hashes.slice(start, start + count));
  };

/** An entry bundle as served: each entry prefixed with its length in two bytes, big-endian. */
export const bundleBytes = (entries: Uint8Array): Uint8Array =>
  concat(...splitEntries(entries).flatMap((entry) => [Uint8Array.of(0, ENTRY_BYTES), entry]));

/** A tile or bundle requested by path; a `width` of 256 means a full one. */
export type TileRequest =
  | { kind: "hashes"; level: number; index: number; width: number }
  | { kind: "entries"; index: number; width: number };

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/**
 * Parses a path: `<level>/<index>[.p/<width>]`, with the index in groups of three digits, all but
 * the last prefixed with x. Null if no tile can have this path.
 */
export function parseTilePath(path: string): TileRequest | null {
  const [, kind = "", groups = "", partial] = PATH.exec(path) ?? [];
  const index = Number(groups.replaceAll("x", "").replaceAll("/", ""));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const level = Number(kind);
  // One path per tile: no leading groups of zeros, and no partial path for a full tile.
  if (kind === "" || groups !== indexPath(index)) return null;
  if (partial !== undefined && width >= TILE_WIDTH) return null;
  if (kind === "entries") return { kind, index, width };
  return level > 63 ? null : { kind: "hashes", level, index, width };
}

/** `1234067` as `x001/x234/067`. */
export function indexPath(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  return groups.map((group, i) => (i === groups.length - 1 ? group : `x${group}`)).join("/");
}

/** The path of a tile or bundle below `tile/`. */
export const tilePath = (kind: number | "entries", index: number, width = TILE_WIDTH): string =>
  `${kind}/${indexPath(index)}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
