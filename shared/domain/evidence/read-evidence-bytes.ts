import { paperLines } from "./paper.ts";
import { attachedBundle, isPdf } from "./pdf/attachment.ts";
import { type Read, readEvidenceText } from "./read-file.ts";
import type { Line } from "./verify.ts";

/** Of larger files nothing is read. */
const MOST_BYTES = 64 * 1024 * 1024;

const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `paper`: what the file itself shows beside its attachment; empty for JSON. */
type ReadBytes = Read & { paper: readonly Line[] };

/** Reads a file of evidence: JSON text, or a certificate, whose attachment is judged. */
export async function readEvidenceBytes(bytes: Uint8Array): Promise<ReadBytes> {
  if (bytes.length > MOST_BYTES) {
    return { kind: "unreadable", reason: "it is larger than 64 MB", paper: [] };
  }
  if (!isPdf(bytes)) return { ...readInside(bytes), paper: [] };
  let inside: Uint8Array;
  try {
    inside = await attachedBundle(bytes);
  } catch (error) {
    return { kind: "unreadable", reason: (error as Error).message, paper: [] };
  }
  const read = readInside(inside);
  return { ...read, paper: await paperLines(bytes, read) };
}

function readInside(bytes: Uint8Array): Read {
  try {
    return readEvidenceText(strictly.decode(bytes));
  } catch {
    return { kind: "unreadable", reason: "it is not UTF-8 text" };
  }
}
