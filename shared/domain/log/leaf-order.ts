import type { Leaf } from "./follow.ts";

interface Ordered {
  /** The rows that can be taken now, in the order in which the log takes them. */
  leaves: Leaf[];
  /** Rows that name a row neither in the log nor among the candidates, and the rows after these. */
  waiting: Leaf[];
}

const nameOf = ({ key }: Leaf): string => `${key.pk} ${key.sk}`;

/**
 * Orders rows that may become leaves. They keep the order in which they were written, but each comes
 * after the rows of its chain before it and after the rows that it names.
 * @param candidates the rows of one chain are in the chain's order
 * @param numberOf a row's number among the rows of its transaction
 * @param isLogged whether the log has a row of this hash
 */
export function inOrder(
  candidates: readonly Leaf[],
  numberOf: (leaf: Leaf) => number,
  isLogged: (rowHash: string) => boolean,
): Ordered {
  const byHash = new Map(candidates.map((leaf) => [leaf.row_hash, leaf]));
  const before = previousOf(candidates);
  const ordered: Ordered = { leaves: [], waiting: [] };
  // Whether a row is taken; null while this is undecided: rows cannot name each other.
  const taken = new Map<Leaf, boolean | null>();
  const take = (leaf: Leaf): boolean => {
    const known = taken.get(leaf);
    if (known !== undefined) return known === true;
    taken.set(leaf, null);
    const previous = before.get(leaf);
    const follows = previous === undefined || take(previous);
    const isNamed = (hash: string): boolean => {
      const named = byHash.get(hash);
      return named === undefined ? isLogged(hash) : take(named);
    };
    const isTaken = follows && leaf.names.every(isNamed);
    taken.set(leaf, isTaken);
    (isTaken ? ordered.leaves : ordered.waiting).push(leaf);
    return isTaken;
  };
  const place = (leaf: Leaf) =>
    `${leaf.written_at} ${String(numberOf(leaf)).padStart(4, "0")} ${nameOf(leaf)}`;
  const places = new Map(candidates.map((leaf) => [leaf, place(leaf)]));
  const asWritten = [...candidates].sort((a, b) =>
    (places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1,
  );
  for (const leaf of asWritten) take(leaf);
  return ordered;
}

/** Maps each row of a chain to the row before it. */
function previousOf(candidates: readonly Leaf[]): ReadonlyMap<Leaf, Leaf> {
  const last = new Map<string, Leaf>();
  const before = new Map<Leaf, Leaf>();
  for (const leaf of candidates) {
    if (leaf.head === null) continue;
    const previous = last.get(leaf.subject);
    if (previous !== undefined) before.set(leaf, previous);
    last.set(leaf.subject, leaf);
  }
  return before;
}
