import { EMPTY_ROOT, type Hash, nodeHash, rootOfPeaks, sameHash, splitOf } from "./merkle.ts";

/** Leaves `from` (inclusive) to `to` (exclusive), as a subtree of RFC 9162. */
export interface Range {
  from: number;
  to: number;
}

/** A full subtree over 2^`level` leaves; `index` counts those of its level from 0. */
export interface Subtree {
  level: number;
  index: number;
}

/** Reads the hash of a full subtree. */
export type ReadSubtree = (subtree: Subtree) => Hash;

/**
 * The subtrees whose hashes prove that leaf `index` is in the tree of `size` leaves, from the
 * leaf's sibling upwards (RFC 9162, 2.1.3.1).
 */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/**
 * The subtrees whose hashes prove that the tree of `older` leaves is a prefix of the tree of
 * `newer` leaves (RFC 9162, 2.1.4.1); empty if `older` is 0 or the sizes are equal.
 */
export function consistencyRanges(older: number, newer: number): Range[] {
  if (older === 0 || older === newer) return [];
  const ranges: Range[] = [];
  let [from, to] = [0, newer];
  let isWhole = true;
  while (older !== to) {
    const middle = from + splitOf(to - from);
    if (older <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
      isWhole = false;
    }
  }
  if (!isWhole) ranges.push({ from, to });
  return ranges.reverse();
}

/** Splits a range into full subtrees, from left to right. */
export function subtreesOf({ from, to }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let start = from; start < to; ) {
    let [level, width] = [0, 1];
    while (start + width * 2 <= to && start % (width * 2) === 0) {
      level += 1;
      width *= 2;
    }
    subtrees.push({ level, index: start / width });
    start += width;
  }
  return subtrees;
}

/** The hash of the subtree over a range. */
export const hashOfRange = (range: Range, read: ReadSubtree): Hash =>
  rootOfPeaks(subtreesOf(range).map(read));

const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/** Whether the hashes lead from the leaf to the root (RFC 9162, 2.1.3.2). */
export function provesInclusion(
  leaf: Hash,
  { index, size, hashes, root }: { index: number; size: number; hashes: Hash[]; root: Hash },
): boolean {
  if (!(index >= 0 && index < size)) return false;
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const hash of hashes) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      r = nodeHash(hash, r);
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      r = nodeHash(r, hash);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && sameHash(r, root);
}

interface Tree {
  size: number;
  root: Hash;
}

/** Whether the hashes prove that `older` is a prefix of `newer` (RFC 9162, 2.1.4.2). */
export function provesConsistency(older: Tree, newer: Tree, hashes: readonly Hash[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return hashes.length === 0 && sameHash(older.root, newer.root);
  if (older.size === 0) return hashes.length === 0 && sameHash(older.root, EMPTY_ROOT);
  const path = isPowerOfTwo(older.size) ? [older.root, ...hashes] : [...hashes];
  const first = path.shift();
  if (first === undefined) return false;
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (isOdd(fn)) {
    fn = half(fn);
    sn = half(sn);
  }
  let [fr, sr] = [first, first];
  for (const hash of path) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      fr = nodeHash(hash, fr);
      sr = nodeHash(hash, sr);
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      sr = nodeHash(sr, hash);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && sameHash(fr, older.root) && sameHash(sr, newer.root);
}

function isPowerOfTwo(n: number): boolean {
  let power = 1;
  while (power < n) power *= 2;
  return power === n;
}
