import { gunzipSync } from "node:zlib";
import { files } from "virtual:room-page";
import { DomainError } from "#shared/domain/errors.ts";
import { takesGzip } from "#shared/routes/contract/headers.ts";

/**
 * One file that the page loads. Its name contains its hash, so it may be cached indefinitely.
 * @param acceptEncoding the request's header; without gzip, the response is not compressed
 * @throws DomainError `not_found` for a name that the build did not create
 */
export function roomFile(name: string, acceptEncoding = "") {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw new DomainError("not_found", "There is no such file.");
  const gzipped = Buffer.from(file.gzip, "base64");
  const isGzipped = takesGzip(acceptEncoding);
  return {
    status: 200,
    bytes: isGzipped ? gzipped : gunzipSync(gzipped),
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      ...(isGzipped ? { "content-encoding": "gzip" } : {}),
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    },
  } as const;
}
