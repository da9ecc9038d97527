import { sameBytes } from "#shared/domain/bytes.ts";
import { sha256 } from "./sha256.ts";

/*
 * The Merkle tree of RFC 9162, section 2.1 (same hashing as RFC 6962): a leaf's hash is SHA-256
 * over 0x00 and its data, a node's over 0x01 and its two children. Hashes have 32 bytes. Sizes and
 * indexes are integers up to 2^53, so 32-bit operators are avoided.
 */

export type Hash = Uint8Array;

export const HASH_BYTES = 32;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (data: Uint8Array): Hash => sha256(LEAF, data);
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right);

/** The root of an empty tree: the hash of the empty string. */
export const EMPTY_ROOT: Hash = sha256();

/** The largest power of two below `n`; `n` is at least 2. */
export function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/**
 * The root over adjacent full subtrees, each with a power of two of leaves, given by their hashes
 * from the largest (left) to the smallest.
 */
export function rootOfPeaks(peaks: readonly Hash[]): Hash {
  const last = peaks.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** The root of a full subtree, from a power-of-two number of hashes of the same level. */
export function rootOfFull(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1) {
    const above: Hash[] = [];
    for (let i = 0; i < level.length; i += 2) {
      above.push(nodeHash(level[i] as Hash, level[i + 1] as Hash));
    }
    level = above;
  }
  return level[0] as Hash;
}

export const sameHash: (a: Hash, b: Hash) => boolean = sameBytes;
