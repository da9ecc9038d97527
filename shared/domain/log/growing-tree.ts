import { type Hash, leafHash, nodeHash, rootOfPeaks } from "./merkle.ts";

/** A tree that entries are appended to one by one; it keeps one hash for each bit of its size. */
export interface GrowingTree {
  readonly size: number;
  /** Appends the data of a leaf. */
  add(entry: Uint8Array): void;
  root(): Hash;
}

export function growingTree(): GrowingTree {
  const peaks: Hash[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: (entry) => {
      let hash = leafHash(entry);
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
        hash = nodeHash(peaks.pop() as Hash, hash);
      }
      peaks.push(hash);
      size += 1;
    },
    root: () => rootOfPeaks(peaks),
  };
}
