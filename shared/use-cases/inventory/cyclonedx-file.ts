/** Headers of an exported file. */
export const cyclonedxFile = {
  "content-type": "application/vnd.cyclonedx+json; version=1.7",
  "content-disposition": 'attachment; filename="inventory.cdx.json"',
} as const;

/** A function's answer ends at 6 MB; what it is wrapped in takes some of that. Bytes. */
const MOST_BYTES = 5_000_000;

/** Whether a text is above the limit of an answer. */
export const isTooLong = (text: string): boolean => Buffer.byteLength(text) > MOST_BYTES;

/** Whether its compressed bytes are, which travel in base64. */
export const areTooMany = (bytes: Uint8Array): boolean => bytes.length * (4 / 3) > MOST_BYTES;
