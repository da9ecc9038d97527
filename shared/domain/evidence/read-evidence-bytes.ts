import { MAX_EVIDENCE_BYTES } from "./max-bytes.ts";
import { type Paper, paperOf } from "./paper.ts";
import { type Read, readEvidenceText } from "./read-file.ts";

const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `paper`: the file as a PDF; null: it is JSON. */
export type ReadBytes = Read & { paper: Paper | null };

/** Reads a file of evidence: JSON text, or a certificate, whose attachment is judged. */
export function readEvidenceBytes(bytes: Uint8Array): ReadBytes {
  if (bytes.length > MAX_EVIDENCE_BYTES) {
    return { kind: "unreadable", reason: "it is larger than 64 MB", paper: null };
  }
  const paper = paperOf(bytes);
  if (paper === null) return { ...readInside(bytes), paper };
  if (paper.attachment !== null) return { ...readInside(paper.attachment), paper };
  const reason = "it is a PDF, and none of this service's certificates";
  return { kind: "unreadable", reason, paper };
}

function readInside(bytes: Uint8Array): Read {
  try {
    return readEvidenceText(strictly.decode(bytes));
  } catch {
    return { kind: "unreadable", reason: "it is not UTF-8 text" };
  }
}
