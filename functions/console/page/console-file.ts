import { gunzipSync, gzipSync } from "node:zlib";
import { files } from "virtual:console";
import { DomainError } from "#shared/domain/errors.ts";
import { takesGzip } from "#shared/routes/contract/headers.ts";

/**
 * One file of the console. Its name contains its hash, so it may be cached indefinitely.
 * @param acceptEncoding the request's header; without gzip, the response is not compressed
 * @throws DomainError `not_found` for a name that the build did not create
 */
export function consoleFile(name: string, acceptEncoding = "") {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw new DomainError("not_found", "There is no such file.");
  const gzipped = Buffer.from(file.gzip, "base64");
  const isGzipped = takesGzip(acceptEncoding);
  return {
    status: 200,
    bytes: isGzipped ? gzipped : gunzipSync(gzipped),
    headers: {
      "content-type": file.type,
      ...packing(isGzipped),
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    },
  } as const;
}

/** The response's bytes, gzipped if the client accepts that, with the matching headers. */
export function packedText(text: string, acceptEncoding = "") {
  const isGzipped = takesGzip(acceptEncoding);
  return {
    bytes: isGzipped ? gzipSync(text) : Buffer.from(text),
    headers: packing(isGzipped),
  };
}

const packing = (isGzipped: boolean) => ({
  ...(isGzipped ? { "content-encoding": "gzip" } : {}),
  vary: "Accept-Encoding",
});
