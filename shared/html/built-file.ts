import { gunzipSync } from "node:zlib";

/**
 * A file that the build made. Its name contains its hash, so it may be cached indefinitely.
 * @param file its bytes are compressed
 * @param isGzipped whether the client accepts gzip
 */
export function builtFile({ type, gzip }: { type: string; gzip: Buffer }, isGzipped: boolean) {
  return {
    status: 200,
    bytes: isGzipped ? gzip : gunzipSync(gzip),
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
