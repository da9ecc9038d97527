import { gunzipSync } from "node:zlib";

/**
 * A file that the build made; its name contains its hash, so it may be cached indefinitely.
 * @param file its bytes are compressed; as a text, in base64
 * @param isGzipped whether the client takes them so
 */
export function builtFile(
  { type, gzip }: { type: string; gzip: string | Buffer },
  isGzipped: boolean,
) {
  const gzipped = typeof gzip === "string" ? Buffer.from(gzip, "base64") : gzip;
  return {
    status: 200,
    bytes: isGzipped ? gzipped : gunzipSync(gzipped),
    headers: {
      "content-type": type,
      ...compression(isGzipped),
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    },
  } as const;
}

export const compression = (isGzipped: boolean) => ({
  ...(isGzipped ? { "content-encoding": "gzip" } : {}),
  vary: "Accept-Encoding",
});
