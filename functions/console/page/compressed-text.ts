import { gzipSync } from "node:zlib";
import { compression } from "#shared/html/built-file.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";

/** The response's bytes, gzipped if the client accepts that, with the matching headers. */
export function compressedText(text: string, acceptEncoding = "") {
  const isGzipped = takesGzip(acceptEncoding);
  return {
    bytes: isGzipped ? gzipSync(text) : Buffer.from(text),
    headers: compression(isGzipped),
  };
}
