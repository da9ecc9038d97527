import { EMPTY_ROOT, type Hash, leafHash, nodeHash, splitOf } from "#shared/domain/log/merkle.ts";

/** MTH of RFC 9162, 2.1.1, word for word: slow, and easy to check against the text. */
export function naiveRoot(entries: readonly Uint8Array[]): Hash {
  if (entries.length === 0) return EMPTY_ROOT;
  if (entries.length === 1) return leafHash(entries[0] as Uint8Array);
  const split = splitOf(entries.length);
  return nodeHash(naiveRoot(entries.slice(0, split)), naiveRoot(entries.slice(split)));
}

/** PATH of RFC 9162, 2.1.3.1. */
export function naivePath(index: number, entries: readonly Uint8Array[]): Hash[] {
  if (entries.length <= 1) return [];
  const split = splitOf(entries.length);
  return index < split
    ? [...naivePath(index, entries.slice(0, split)), naiveRoot(entries.slice(split))]
    : [...naivePath(index - split, entries.slice(split)), naiveRoot(entries.slice(0, split))];
}

/** PROOF of RFC 9162, 2.1.4.1. */
export function naiveProof(older: number, entries: readonly Uint8Array[], whole = true): Hash[] {
  if (older === entries.length) return whole ? [] : [naiveRoot(entries)];
  const split = splitOf(entries.length);
  return older <= split
    ? [...naiveProof(older, entries.slice(0, split), whole), naiveRoot(entries.slice(split))]
    : [
        ...naiveProof(older - split, entries.slice(split), false),
        naiveRoot(entries.slice(0, split)),
      ];
}
