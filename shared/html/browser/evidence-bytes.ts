import { MAX_EVIDENCE_BYTES } from "#shared/domain/evidence/max-bytes.ts";

/**
 * What the verifier needs of a chosen file: all of it, or of one that is too large, enough to say so.
 * @throws DOMException if it cannot be read, as a folder cannot
 */
export const evidenceBytes = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, MAX_EVIDENCE_BYTES + 1).arrayBuffer());
