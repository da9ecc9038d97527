import { gunzipSync } from "node:zlib";
import document from "virtual:openapi";

let unpacked: string | undefined;

/** The document's text: packed, the function loads sooner. */
export function openapiText(): string {
  unpacked ??= gunzipSync(Buffer.from(document, "base64")).toString("utf8");
  return unpacked;
}
