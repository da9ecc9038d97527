import type { Hash } from "./merkle.ts";

/** A proof that an entry is in a log, with the checkpoint it leads to (C2SP tlog-proof). */
export interface LogProof {
  index: number;
  /** From the leaf's neighbour up. */
  hashes: readonly Hash[];
  /** The signed note, verbatim. */
  checkpoint: string;
}

const HEADER = "c2sp.org/tlog-proof@v1";

const base64 = (hash: Hash): string => Buffer.from(hash).toString("base64");

/** Hashes in base64, one a line; the form of a consistency proof too. */
export const hashLines = (hashes: readonly Hash[]): string =>
  hashes.map((hash) => `${base64(hash)}\n`).join("");

export const proofText = ({ index, hashes, checkpoint }: LogProof): string =>
  `${HEADER}\nindex ${index}\n${hashLines(hashes)}\n${checkpoint}`;

/** Takes a tlog-proof apart; null: it is not one. */
export function parseProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [header, ...lines] = text.slice(0, end).split("\n");
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "")?.[1];
  const hashes = parseHashLines(lines);
  if (header !== HEADER || index === undefined || hashes === null) return null;
  return { index: Number(index), hashes, checkpoint: text.slice(end + 2) };
}

/** At most 63 hashes in base64, one a line; null: a line is not one. */
export function parseHashLines(lines: readonly string[]): Hash[] | null {
  const hashes = lines.map((line) => Buffer.from(line, "base64"));
  const areHashes = hashes.every((hash, i) => hash.length === 32 && base64(hash) === lines[i]);
  return areHashes && hashes.length <= 63 ? hashes : null;
}
