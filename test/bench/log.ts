import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { entryBytes, parseEntry } from "#shared/domain/log/entry.ts";
import { growingTree } from "#shared/domain/log/growing-tree.ts";
import { type Hash, leafHash, sameHash } from "#shared/domain/log/merkle.ts";
import {
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  provesConsistency,
  provesInclusion,
  type Range,
  subtreesOf,
} from "#shared/domain/log/proofs.ts";
import {
  append,
  EMPTY_EDGE,
  readingTiles,
  rootOfEdge,
  tileName,
  tilesOf,
} from "#shared/domain/log/tiles.ts";
import { median } from "./median.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const SIZES = [100, 10_000, pick(1_000_000, 100_000)];
const ROUNDS = pick(201, 51);
const AT_ONCE = 1000;

interface Grown {
  size: number;
  root: Hash;
  /** Milliseconds to append one more leaf. */
  appendMs: number;
  tilesWritten: number;
  proofHashes: number;
  tilesRead: number;
  proveMs: number;
  verifyMs: number;
  consistencyHashes: number;
  scanMs: number;
}

/** What the evidence log costs by size; the tiles are in memory, so only the log is measured. */
export async function logRows(): Promise<Row[]> {
  const grown = measureAll();
  const [small] = grown;
  if (small === undefined) return [];
  return grown.map((at) => ({
    name: `${at.size.toLocaleString("en")} leaves`,
    value: textOf(at),
    baseline: textOf(small),
    ratio: (at.proofHashes * 32) / (small.proofHashes * 32),
  }));
}

const textOf = (at: Grown): string =>
  `append ${micro(at.appendMs)}, ${at.tilesWritten} tiles; proof ${at.proofHashes * 32} bytes from ${at.tilesRead} tiles, made in ${micro(at.proveMs)}, verified in ${micro(at.verifyMs)}; consistency ${at.consistencyHashes * 32} bytes; scan ${at.scanMs.toFixed(0)} ms`;
const micro = (ms: number): string => `${(ms * 1000).toFixed(0)} µs`;

const SUBJECT = "ab".repeat(32);
const entryOf = (index: number): Uint8Array =>
  entryBytes({
    row: createHash("sha256").update(`row ${index}`).digest("hex"),
    subject: SUBJECT,
    time: "2026-11-20T10:15:30.123Z",
  });

/** Reads every entry and computes the root, as verifier and watcher do. @returns milliseconds */
function scan(size: number, root: Hash): number {
  const entries = Array.from({ length: size }, (_, index) => entryOf(index));
  const { ms, value } = timed(() => {
    const tree = growingTree();
    for (const entry of entries) if (parseEntry(entry)?.subject === SUBJECT) tree.add(entry);
    return tree.root();
  });
  if (!sameHash(value, root)) throw new Error(`A scan of ${size} leaves has another root.`);
  return ms;
}

function measureAll(): Grown[] {
  const stored = new Map<string, Uint8Array>();
  const results: Grown[] = [];
  let edge = EMPTY_EDGE;
  for (const size of SIZES) {
    while (edge.size < size) {
      const count = Math.min(AT_ONCE, size - edge.size);
      const first = edge.size;
      const grown = append(
        edge,
        Array.from({ length: count }, (_, i) => entryOf(first + i)),
      );
      for (const tile of grown.tiles) stored.set(tileName(tile), tile.bytes);
      edge = grown.edge;
    }
    results.push(measure(edge, stored));
  }
  return results;
}

function measure(edge: typeof EMPTY_EDGE, stored: ReadonlyMap<string, Uint8Array>): Grown {
  const { size } = edge;
  const root = rootOfEdge(edge);
  const read = readingTiles(stored);
  const hashesOf = (ranges: readonly Range[]) => ranges.map((range) => hashOfRange(range, read));
  // A stride that is coprime to the sizes reaches leaves of every kind.
  const places = Array.from({ length: ROUNDS }, (_, i) => (i * 7919 + 13) % size);
  const ranges = places.map((index) => inclusionRanges(index, size));
  const proofs = places.map((index) => timed(() => hashesOf(inclusionRanges(index, size))));
  const verified = places.map((index, i) => {
    const leaf = leafHash(entryOf(index));
    const hashes = proofs[i]?.value ?? [];
    return timed(() => provesInclusion(leaf, { index, size, hashes, root }));
  });
  const half = Math.floor(size / 2) + 1;
  const consistency = hashesOf(consistencyRanges(half, size));
  const older = { size: half, root: hashOfRange({ from: 0, to: half }, read) };
  const isRight =
    verified.every(({ value }) => value) && provesConsistency(older, { size, root }, consistency);
  if (!isRight) throw new Error(`A proof of the log of ${size} leaves does not verify.`);
  const appended = places.map((index) => timed(() => append(edge, [entryOf(index)])));
  return {
    size,
    root,
    appendMs: median(appended.map(({ ms }) => ms)),
    tilesWritten: Math.max(...appended.map(({ value }) => value.tiles.length)),
    proofHashes: Math.max(...proofs.map(({ value }) => value.length)),
    tilesRead: Math.max(...ranges.map((each) => tilesOf(each.flatMap(subtreesOf)).length)),
    proveMs: median(proofs.map(({ ms }) => ms)),
    verifyMs: median(verified.map(({ ms }) => ms)),
    consistencyHashes: consistency.length,
    scanMs: scan(size, root),
  };
}

function timed<T>(act: () => T): { value: T; ms: number } {
  const startedAt = performance.now();
  const value = act();
  return { value, ms: performance.now() - startedAt };
}
