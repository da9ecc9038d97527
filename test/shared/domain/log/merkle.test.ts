import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRY_BYTES } from "#shared/domain/log/entry.ts";
import { EMPTY_ROOT, type Hash, leafHash, nodeHash } from "#shared/domain/log/merkle.ts";
import {
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  provesConsistency,
  provesInclusion,
  subtreesOf,
} from "#shared/domain/log/proofs.ts";
import {
  type Appended,
  append,
  bundleBytes,
  EMPTY_EDGE,
  edgePlaces,
  indexPath,
  levelsOf,
  parseTilePath,
  readingTiles,
  rootOfEdge,
  tileName,
  tilePath,
  tilesOf,
} from "#shared/domain/log/tiles.ts";
import { sized } from "#test/support/full-size.ts";
import { naivePath, naiveProof, naiveRoot } from "./naive-tree.ts";

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");
const made: Uint8Array[] = [];
/** Makes each entry once: thousands of small arrays make V8 collect the process all the time. */
function entryOf(n: number): Uint8Array {
  made[n] ??= new Uint8Array(Buffer.from(`entry ${n} `.padEnd(ENTRY_BYTES, ".")));
  return made[n];
}
const entriesUpTo = (n: number) => Array.from({ length: n }, (_, i) => entryOf(i));

/** Appends in batches and keeps every tile as a store would. */
function logOf(batches: readonly number[]) {
  const tiles = new Map<string, Uint8Array>();
  const bundles = new Map<number, Uint8Array>();
  let edge = EMPTY_EDGE;
  for (const count of batches) {
    const entries = Array.from({ length: count }, (_, i) => entryOf(edge.size + i));
    const appended: Appended = append(edge, entries);
    for (const tile of appended.tiles) tiles.set(tileName(tile), tile.bytes);
    for (const { index, bytes } of appended.bundles) bundles.set(index, bytes);
    edge = appended.edge;
  }
  return { edge, tiles, bundles };
}

/** The eight leaves of the Certificate Transparency test vectors, and the roots over the first n. */
const VECTOR_LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((text) => Buffer.from(text, "hex"));
const VECTOR_ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

describe("the tree", () => {
  it("has the roots of the Certificate Transparency test vectors", () => {
    expect(hex(EMPTY_ROOT)).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    VECTOR_ROOTS.forEach((root, i) => {
      expect(hex(naiveRoot(VECTOR_LEAVES.slice(0, i + 1)))).toBe(root);
    });
  });

  it("gives the proofs of the Certificate Transparency test vectors", () => {
    const read = (size: number) => (from: number, to: number) =>
      naiveRoot(VECTOR_LEAVES.slice(0, size).slice(from, to));
    const inclusion = inclusionRanges(5, 8).map(({ from, to }) => hex(read(8)(from, to)));
    expect(inclusion).toEqual([
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
    const consistency = consistencyRanges(6, 8).map(({ from, to }) => hex(read(8)(from, to)));
    expect(consistency).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
  });

  it("has the same root and tiles however its entries were batched", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: sized(8, 2) }),
        (batches) => {
          const total = batches.reduce((sum, n) => sum + n, 0);
          const [inBatches, atOnce] = [logOf(batches), logOf([total])];
          expect(hex(rootOfEdge(inBatches.edge))).toBe(hex(naiveRoot(entriesUpTo(total))));
          expect([...inBatches.tiles.keys()].sort()).toEqual([...atOnce.tiles.keys()].sort());
          for (const [name, bytes] of atOnce.tiles) {
            expect(hex(inBatches.tiles.get(name) as Uint8Array)).toBe(hex(bytes));
          }
          expect(inBatches.edge).toEqual(atOnce.edge);
        },
      ),
      // A batch that ends with a tile, and one that crosses a tile's end, are always among them.
      { numRuns: sized(40, 5), examples: [[[100, 156]], [[200, 100]]] },
    );
  });

  it("puts the roots of full tiles into the level above", () => {
    const { tiles, edge, bundles } = logOf([256 * 3 + 5]);
    expect(levelsOf(edge.size)).toBe(2);
    expect([...tiles].map(([name, bytes]) => [name, bytes.length / 32])).toEqual([
      ["0/0", 256],
      ["1/0", 3],
      ["0/1", 256],
      ["0/2", 256],
      ["0/3", 5],
    ]);
    expect(edgePlaces(edge.size)).toEqual([
      { level: 0, index: 3, width: 5 },
      { level: 1, index: 0, width: 3 },
    ]);
    const bundle = bundleBytes(bundles.get(3) as Uint8Array);
    expect(bundle.length).toBe(5 * (2 + ENTRY_BYTES));
    expect(hex(bundle.subarray(0, 2 + ENTRY_BYTES))).toBe(`00b9${hex(entryOf(768))}`);
  });
});

describe("proofs", () => {
  const sizes = fc.integer({ min: 1, max: sized(700, 300) });

  it("lead from every leaf to the root, and match a naive tree's", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, seed) => {
        const index = seed % size;
        const entries = entriesUpTo(size);
        const { tiles } = logOf([size]);
        const ranges = inclusionRanges(index, size);
        const hashes = ranges.map((range) => hashOfRange(range, readingTiles(tiles)));
        expect(hashes.map(hex)).toEqual(naivePath(index, entries).map(hex));
        const root = naiveRoot(entries);
        const leaf = leafHash(entryOf(index));
        expect(provesInclusion(leaf, { index, size, hashes, root })).toBe(true);
        expect(provesInclusion(leafHash(entryOf(size)), { index, size, hashes, root })).toBe(false);
        if (size > 1) {
          const shorter = hashes.slice(0, -1);
          expect(provesInclusion(leaf, { index, size, hashes: shorter, root })).toBe(false);
          const other = (index + 1) % size;
          expect(provesInclusion(leaf, { index: other, size, hashes, root })).toBe(false);
        }
        const longer = [...hashes, EMPTY_ROOT];
        expect(provesInclusion(leaf, { index, size, hashes: longer, root })).toBe(false);
      }),
      // A proof over a full tile, a proof over the edge of a tile, and the smallest proof.
      {
        numRuns: sized(60, 7),
        examples: [
          [300, 40],
          [300, 299],
          [1, 0],
        ],
      },
    );
  });

  it("show that an older tree is a prefix of a newer one, and only then", () => {
    fc.assert(
      fc.property(sizes, sizes, (a, b) => {
        const [older, newer] = [Math.min(a, b), Math.max(a, b)];
        const entries = entriesUpTo(newer);
        const { tiles } = logOf([newer]);
        const hashes = consistencyRanges(older, newer).map((range) =>
          hashOfRange(range, readingTiles(tiles)),
        );
        expect(hashes.map(hex)).toEqual(naiveProof(older, entries).map(hex));
        const [oldRoot, newRoot] = [naiveRoot(entries.slice(0, older)), naiveRoot(entries)];
        const trees = [
          { size: older, root: oldRoot },
          { size: newer, root: newRoot },
        ] as const;
        expect(provesConsistency(...trees, hashes)).toBe(true);
        const forged = nodeHash(oldRoot, newRoot);
        expect(provesConsistency({ size: older, root: forged }, trees[1], hashes)).toBe(false);
        expect(provesConsistency(trees[0], { size: newer, root: forged }, hashes)).toBe(false);
        expect(provesConsistency(trees[0], trees[1], [...hashes, forged])).toBe(false);
      }),
      // From within a tile and from its end to a larger tree, and to a tree of the same size.
      {
        numRuns: sized(60, 7),
        examples: [
          [100, 300],
          [256, 300],
          [64, 64],
        ],
      },
    );
  });

  it("for an empty older tree are valid only without hashes", () => {
    const newer = { size: 3, root: naiveRoot(entriesUpTo(3)) };
    expect(provesConsistency({ size: 0, root: EMPTY_ROOT }, newer, [])).toBe(true);
    expect(provesConsistency({ size: 0, root: newer.root }, newer, [])).toBe(false);
    expect(provesConsistency({ size: 0, root: EMPTY_ROOT }, newer, [EMPTY_ROOT])).toBe(false);
  });

  it("need a number of tiles and hashes that grows with the logarithm", () => {
    for (const size of [100, 10_000, 1_000_000, 2 ** 40 + 12_345]) {
      const ranges = inclusionRanges(Math.floor(size / 3), size);
      expect(ranges.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      const places = tilesOf(ranges.flatMap(subtreesOf));
      expect(places.length).toBeLessThanOrEqual(3 * levelsOf(size));
    }
  });

  it("are not built from an incomplete tile", () => {
    const read = readingTiles(new Map<string, Hash>([["0/0", leafHash(entryOf(1))]]));
    expect(() => hashOfRange({ from: 0, to: 2 }, read)).toThrow("Its tile 0/0 is incomplete.");
  });
});

describe("the path of a tile", () => {
  it("has groups of three digits, as C2SP specifies", () => {
    expect(indexPath(1_234_067)).toBe("x001/x234/067");
    expect(tilePath(0, 5)).toBe("0/005");
    expect(tilePath("entries", 1000, 17)).toBe("entries/x001/000.p/17");
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 256 }), (index, width) => {
        expect(parseTilePath(tilePath(2, index, width))).toEqual({
          kind: "hashes",
          level: 2,
          index,
          width,
        });
        expect(parseTilePath(tilePath("entries", index, width))).toEqual({
          kind: "entries",
          index,
          width,
        });
      }),
    );
  });

  it.each([
    "",
    "0",
    "0/5",
    "0/0005",
    "0/x000/005",
    "0/005.p/0",
    "0/005.p/256",
    "0/005.p/01",
    "64/000",
    "00/000",
    "-1/000",
    "data/000",
    "0/005/",
    "0/../000",
    "0/005.p/1/2",
  ])("is refused in any other form: %s", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});
