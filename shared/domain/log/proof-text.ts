import { base64, unbase64 } from "#shared/domain/bytes.ts";
import { HASH_BYTES, type Hash } from "./merkle.ts";

/**
 * An inclusion proof and the checkpoint that it proves against (C2SP tlog-proof). Its extra data is
 * the entry: a row's hash alone does not make a leaf.
 */
export interface LogProof {
  index: number;
  /** The entry's text; null if the proof carries none. */
  entry: Uint8Array | null;
  /** Ordered from the leaf's sibling upwards. */
  hashes: readonly Hash[];
  /** The signed note, verbatim. */
  checkpoint: string;
}

const HEADER = "c2sp.org/tlog-proof@v1";

/** Hashes in base64, one per line; also the format of a consistency proof. */
export const hashLines = (hashes: readonly Hash[]): string =>
  hashes.map((hash) => `${base64(hash)}\n`).join("");

export const proofText = ({ index, entry, hashes, checkpoint }: LogProof): string => {
  const extra = entry === null ? "" : `extra ${base64(entry)}\n`;
  return `${HEADER}\n${extra}index ${index}\n${hashLines(hashes)}\n${checkpoint}`;
};

/** Parses a tlog-proof; null if it is not one. Nothing in it is verified. */
export function parseProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [header, ...lines] = text.slice(0, end).split("\n");
  const extra = /^extra (.+)$/.exec(lines[0] ?? "")?.[1];
  const entry = extra === undefined ? null : unbase64(extra);
  if (entry !== null) lines.shift();
  const index = Number(/^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "")?.[1]);
  const hashes = parseHashLines(lines);
  if (header !== HEADER || !Number.isSafeInteger(index) || hashes === null) return null;
  return { index, entry, hashes, checkpoint: text.slice(end + 2) };
}

/**
 * Parses at most 63 base64 hashes, one per line; null if there are more or a line is not a hash.
 */
export function parseHashLines(lines: readonly string[]): Hash[] | null {
  const hashes = lines.map(unbase64).filter((hash) => hash?.length === HASH_BYTES);
  return hashes.length === lines.length && hashes.length <= 63 ? (hashes as Hash[]) : null;
}
