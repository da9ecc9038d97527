import { writtenBytes } from "#shared/domain/text/written.ts";

/** Headers of an exported file. */
export const cyclonedxFile = {
  "content-type": "application/vnd.cyclonedx+json; version=1.7",
  "content-disposition": 'attachment; filename="inventory.cdx.json"',
} as const;

/** The limit in bytes: a function's answer may have 6 MB, and its envelope takes some of that. */
const MAX_BYTES = 5_000_000;

/** Whether a text exceeds the limit once it is a string in a function's answer. */
export const isTooLong = (text: string): boolean => writtenBytes(text) > MAX_BYTES;

/** Whether compressed bytes exceed the limit once they are encoded in base64. */
export const areTooMany = (bytes: Uint8Array): boolean => bytes.length * (4 / 3) > MAX_BYTES;
