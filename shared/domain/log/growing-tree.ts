import { HASH_BYTES, type Hash, leafHash, nodeHash } from "./merkle.ts";
import { hashOfRange } from "./proofs.ts";

/** A tree that grows by one entry at a time and knows the root of every earlier size. */
export interface GrowingTree {
  readonly size: number;
  /** Appends the data of a leaf. */
  add(entry: Uint8Array): void;
  root(): Hash;
  /** The root of its first `size` leaves; null if it has fewer. */
  rootAt(size: number): Hash | null;
}

export function growingTree(): GrowingTree {
  /** By level, from the leaves up: the hashes of all full subtrees. */
  const levels: HashList[] = [];
  let size = 0;
  const put = (level: number, hash: Hash): void => {
    levels[level] ??= hashList();
    levels[level].add(hash);
  };
  const at = (level: number, index: number): Hash => (levels[level] as HashList).at(index);
  const rootAt = (leaves: number): Hash | null =>
    leaves > size
      ? null
      : hashOfRange({ from: 0, to: leaves }, ({ level, index }) => at(level, index));
  return {
    get size() {
      return size;
    },
    add: (entry) => {
      let hash = leafHash(entry);
      put(0, hash);
      for (let [level, rest] = [0, size]; rest % 2 === 1; rest = Math.floor(rest / 2)) {
        hash = nodeHash(at(level, rest - 1), hash);
        level += 1;
        put(level, hash);
      }
      size += 1;
    },
    root: () => rootAt(size) as Hash,
    rootAt,
  };
}

interface HashList {
  add(hash: Hash): void;
  at(index: number): Hash;
}

/** Stores hashes back to back; a million of them as objects would take three times the memory. */
function hashList(): HashList {
  let bytes = new Uint8Array(64 * HASH_BYTES);
  let length = 0;
  return {
    add: (hash) => {
      if (length === bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(hash, length);
      length += HASH_BYTES;
    },
    at: (index) => bytes.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  };
}
