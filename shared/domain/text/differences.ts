/*
 * A word diff, the same for every page that shows two wordings side by side. It is pure and has no
 * dependencies.
 */

type Kind = "same" | "gone" | "new";
export interface Piece {
  kind: Kind;
  text: string;
}

/** Above this many comparisons, everything between the first and last difference is marked. */
const MAX_COMPARISONS = 1_000_000;

/** A word diff of two texts, by their longest common subsequence. */
export function differencesOf(before: string, after: string): Piece[] {
  const [was, is] = [before, after].map((text) =>
    text.split(/(\s+)/).filter((word) => word !== ""),
  ) as [string[], string[]];
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let tail = 0;
  const most = Math.min(was.length, is.length) - head;
  while (tail < most && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  const [gone, come] = [was.slice(head, was.length - tail), is.slice(head, is.length - tail)];
  const middle =
    gone.length * come.length > MAX_COMPARISONS
      ? [
          ...gone.map((text) => ({ kind: "gone" as const, text })),
          ...come.map((text) => ({ kind: "new" as const, text })),
        ]
      : aligned(gone, come);
  return joined([
    ...was.slice(0, head).map((text) => ({ kind: "same" as const, text })),
    ...middle,
    ...was.slice(was.length - tail).map((text) => ({ kind: "same" as const, text })),
  ]);
}

function aligned(gone: readonly string[], come: readonly string[]): Piece[] {
  const width = come.length + 1;
  const lengths = new Uint32Array((gone.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = gone.length - 1; i >= 0; i -= 1) {
    for (let j = come.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        gone[i] === come[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < gone.length || j < come.length) {
    if (i < gone.length && j < come.length && gone[i] === come[j]) {
      pieces.push({ kind: "same", text: gone[i] ?? "" });
      i += 1;
      j += 1;
    } else if (i < gone.length && (j === come.length || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ kind: "gone", text: gone[i] ?? "" });
      i += 1;
    } else {
      pieces.push({ kind: "new", text: come[j] ?? "" });
      j += 1;
    }
  }
  return pieces;
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
