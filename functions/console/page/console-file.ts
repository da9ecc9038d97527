import { gunzipSync, gzipSync } from "node:zlib";
import { files } from "virtual:console";
import { DomainError } from "#shared/domain/errors.ts";
import { takesGzip } from "#shared/routes/contract/takes-gzip.ts";

/**
 * One file of the console. Its name contains its hash, so it may be cached indefinitely.
 * @param acceptEncoding the request's header; without gzip, the response is not compressed
 * @throws DomainError `not_found` for a name that the build did not create
 */
export function consoleFile(name: string, acceptEncoding = "") {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw new DomainError("not_found", "There is no such file.");
  const packed = Buffer.from(file.gzip, "base64");
  const isPacked = takesGzip(acceptEncoding);
  return {
    status: 200,
    bytes: isPacked ? packed : gunzipSync(packed),
    headers: {
      "content-type": file.type,
      ...packing(isPacked),
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    },
  } as const;
}

/** The response's bytes, gzipped if the client accepts that, with the matching headers. */
export function packedText(text: string, acceptEncoding = "") {
  const isPacked = takesGzip(acceptEncoding);
  return {
    bytes: isPacked ? gzipSync(text) : Buffer.from(text),
    headers: packing(isPacked),
  };
}

const packing = (isPacked: boolean) => ({
  ...(isPacked ? { "content-encoding": "gzip" } : {}),
  vary: "Accept-Encoding",
});
