import type { Hash } from "./merkle.ts";

/** An inclusion proof and the checkpoint that it proves against (C2SP tlog-proof). */
export interface LogProof {
  index: number;
  /** Ordered from the leaf's sibling upwards. */
  hashes: readonly Hash[];
  /** The signed note, verbatim. */
  checkpoint: string;
}

const HEADER = "c2sp.org/tlog-proof@v1";

const base64 = (hash: Hash): string => Buffer.from(hash).toString("base64");

/** Hashes in base64, one per line; also the format of a consistency proof. */
export const hashLines = (hashes: readonly Hash[]): string =>
  hashes.map((hash) => `${base64(hash)}\n`).join("");

export const proofText = ({ index, hashes, checkpoint }: LogProof): string =>
  `${HEADER}\nindex ${index}\n${hashLines(hashes)}\n${checkpoint}`;

/** Parses a tlog-proof, ignoring its extra data, which nothing signs; null if it is not one. */
export function parseProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [header, ...lines] = text.slice(0, end).split("\n");
  const extra = /^extra (.+)$/.exec(lines[0] ?? "")?.[1];
  if (extra !== undefined && isBase64(extra)) lines.shift();
  const index = Number(/^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "")?.[1]);
  const hashes = parseHashLines(lines);
  if (header !== HEADER || !Number.isSafeInteger(index) || hashes === null) return null;
  return { index, hashes, checkpoint: text.slice(end + 2) };
}

/** Whether it is base64 in its only canonical spelling (RFC 4648, section 4). */
const isBase64 = (text: string): boolean => base64(Buffer.from(text, "base64")) === text;

/**
 * Parses at most 63 base64 hashes, one per line; null if there are more or a line is not a hash.
 */
export function parseHashLines(lines: readonly string[]): Hash[] | null {
  const hashes = lines.map((line) => Buffer.from(line, "base64"));
  const areHashes = hashes.every((hash, i) => hash.length === 32 && base64(hash) === lines[i]);
  return areHashes && hashes.length <= 63 ? hashes : null;
}
