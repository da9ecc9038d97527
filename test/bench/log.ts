import { createHash } from "node:crypto";
import { entryBytes, parseEntry } from "#shared/domain/log/entry.ts";
import { growingTree } from "#shared/domain/log/growing-tree.ts";
import { type Hash, leafHash, sameHash } from "#shared/domain/log/merkle.ts";
import { hashOfRange, inclusionRanges, provesInclusion } from "#shared/domain/log/proofs.ts";
import {
  append,
  EMPTY_EDGE,
  readingTiles,
  rootOfEdge,
  tileName,
} from "#shared/domain/log/tiles.ts";
import { median, timed } from "./measure.ts";
import { pick } from "./mode.ts";
import { inMs, inUnit, type Row } from "./row.ts";

const SIZES = [100, 10_000, pick(1_000_000, 100_000)];
const ROUNDS = pick(201, 51);
const AT_ONCE = 1000;

/** The evidence log's cost by size. The tiles are in memory, so only the log itself is measured. */
export async function logRows(): Promise<Row[]> {
  const stored = new Map<string, Uint8Array>();
  const costs: Awaited<ReturnType<typeof costAt>>[] = [];
  let edge = EMPTY_EDGE;
  for (const size of SIZES) {
    while (edge.size < size) {
      const first = edge.size;
      const count = Math.min(AT_ONCE, size - first);
      const entries = Array.from({ length: count }, (_, i) => entryOf(first + i));
      const grown = append(edge, entries);
      for (const tile of grown.tiles) stored.set(tileName(tile), tile.bytes);
      edge = grown.edge;
    }
    costs.push(await costAt(edge, stored));
  }
  const [small] = costs;
  return costs.map(({ size, text, proofBytes }) => ({
    name: `${size.toLocaleString("en")} leaves`,
    value: text,
    baseline: small?.text ?? "",
    ratio: proofBytes / (small?.proofBytes ?? Number.NaN),
  }));
}

const SUBJECT = "ab".repeat(32);
const entryOf = (index: number): Uint8Array =>
  entryBytes({
    row: createHash("sha256").update(`row ${index}`).digest("hex"),
    subject: SUBJECT,
    time: "2026-11-20T10:15:30.123Z",
  });

/** Reads every entry and computes the root, as verifier and watcher do. @returns milliseconds */
async function scan(size: number, root: Hash): Promise<number> {
  const entries = Array.from({ length: size }, (_, index) => entryOf(index));
  const { ms, value } = await timed(() => {
    const tree = growingTree();
    for (const entry of entries) if (parseEntry(entry)?.subject === SUBJECT) tree.add(entry);
    return tree.root();
  });
  if (!sameHash(value, root)) throw new Error(`A scan of ${size} leaves has another root.`);
  return ms;
}

const micros = (times: readonly { ms: number }[]): string =>
  inUnit("µs")(median(times.map(({ ms }) => ms)) * 1000);

async function costAt(edge: typeof EMPTY_EDGE, stored: ReadonlyMap<string, Uint8Array>) {
  const { size } = edge;
  const root = rootOfEdge(edge);
  const read = readingTiles(stored);
  const times = { made: [] as Time[], verified: [] as Time[], appended: [] as Time[] };
  let proofBytes = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    // The stride is coprime to the sizes, so it reaches leaves of every kind.
    const index = (i * 7919 + 13) % size;
    const made = await timed(() =>
      inclusionRanges(index, size).map((range) => hashOfRange(range, read)),
    );
    const leaf = leafHash(entryOf(index));
    const proof = { index, size, hashes: made.value, root };
    const verified = await timed(() => provesInclusion(leaf, proof));
    if (!verified.value) throw new Error(`A proof of the log of ${size} leaves does not verify.`);
    times.made.push(made);
    times.verified.push(verified);
    times.appended.push(await timed(() => append(edge, [entryOf(index)])));
    proofBytes = Math.max(proofBytes, made.value.length * 32);
  }
  const text = `append ${micros(times.appended)}; proof ${proofBytes} bytes, made in ${micros(times.made)}, verified in ${micros(times.verified)}; scan ${inMs(await scan(size, root))}`;
  return { size, proofBytes, text };
}

type Time = { ms: number };
