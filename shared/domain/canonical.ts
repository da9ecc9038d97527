import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** RFC 8785 text of a JSON value. Uses a library, because RFC 8785 is more than sorted keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("This value cannot be represented as JSON.");
  return text;
}

/** Lower-case hex SHA-256 over UTF-8 text or bytes. */
export const sha256Hex = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

/** Lower-case hex SHA-256 over the RFC 8785 text of a JSON value. */
export const canonicalHash = (value: unknown): string => sha256Hex(canonicalJson(value));
