import { gunzipSync } from "node:zlib";
import { files } from "virtual:docs";
import { takesGzip } from "#shared/routes/contract/route.ts";
import { readFileBeside } from "#shared/use-cases/service/read-file-beside.ts";

/** A page of the guide loads its style sheet and nothing else. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A file whose name contains its hash may be cached indefinitely. A page of the guide changes. */
export async function docsFile(name: string, acceptEncoding = "") {
  const { type, gzip } = await readFileBeside(files, name, __dirname);
  const isPacked = takesGzip(acceptEncoding);
  return {
    status: 200,
    bytes: isPacked ? gzip : gunzipSync(gzip),
    headers: {
      "content-type": type,
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
      ...(type.startsWith("text/html")
        ? {
            "cache-control": "public, max-age=300",
            "content-security-policy": policy,
            "referrer-policy": "no-referrer",
          }
        : { "cache-control": "public, max-age=31536000, immutable" }),
      "cross-origin-resource-policy": "same-origin",
      vary: "Accept-Encoding",
    },
  } as const;
}
