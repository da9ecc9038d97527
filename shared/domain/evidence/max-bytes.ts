/** Larger files of evidence are not read. */
export const MAX_EVIDENCE_BYTES = 64 * 1024 * 1024;
