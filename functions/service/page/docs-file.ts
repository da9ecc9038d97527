import { gunzipSync } from "node:zlib";
import { takesGzip } from "#shared/routes/contract/route.ts";
import { readDocsFile } from "#shared/use-cases/service/read-docs-file.ts";

/** One file of the API reference. Its name contains its hash, so it may be cached indefinitely. */
export async function docsFile(name: string, acceptEncoding = "") {
  const { type, gzip } = await readDocsFile(name, __dirname);
  const isPacked = takesGzip(acceptEncoding);
  return {
    status: 200,
    bytes: isPacked ? gzip : gunzipSync(gzip),
    headers: {
      "content-type": type,
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
      vary: "Accept-Encoding",
    },
  } as const;
}
