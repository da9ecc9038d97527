import { base64, unbase64 } from "./log/bytes.ts";

/** Base64url without padding (RFC 4648, section 5). */
export const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The bytes of base64url in its only canonical spelling; null if the text is anything else. */
export function unbase64url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const padding = "=".repeat((4 - (text.length % 4)) % 4);
  return unbase64(`${text.replaceAll("-", "+").replaceAll("_", "/")}${padding}`);
}
