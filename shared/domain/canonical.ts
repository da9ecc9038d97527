import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** Lower-case hex SHA-256 over UTF-8 text or bytes. */
export const sha256Hex = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

/** Lower-case hex SHA-256 over the RFC 8785 text of a JSON value. */
export const canonicalHash = (value: unknown): string => sha256Hex(canonicalJson(value));

/** A UUID that follows from a hash in hex (RFC 9562, version 8). */
export function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
