import { attachedBundle, isPdf } from "./pdf/attachment.ts";
import { type Read, readEvidenceText } from "./read-file.ts";

const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a file of evidence: JSON text, or a certificate, whose attachment is judged. */
export async function readEvidenceBytes(bytes: Uint8Array): Promise<Read> {
  let inside = bytes;
  if (isPdf(bytes)) {
    try {
      inside = await attachedBundle(bytes);
    } catch (error) {
      return { kind: "unreadable", reason: (error as Error).message };
    }
  }
  try {
    return readEvidenceText(strictly.decode(inside));
  } catch {
    return { kind: "unreadable", reason: "it is not UTF-8 text" };
  }
}
