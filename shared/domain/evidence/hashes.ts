import { concat, hex, sameBytes, utf8 } from "#shared/domain/bytes.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import type { ChainedRow, WrittenRow } from "./evidence-file.ts";

/** Lower-case hex SHA-256 over the UTF-8 of a text. */
export const textHash = (text: string): string => hex(sha256(utf8(text)));

/** Lower-case hex SHA-256 over the RFC 8785 text of a JSON value. */
export const valueHash = (value: unknown): string => textHash(canonicalJson(value));

/** A row's hash, recomputed from its content (contract, "Signature and seal"). */
export function recomputedHash(row: ChainedRow | WrittenRow): string {
  const { row_hash: _, writer: __, writer_signature: ___, ...said } = row as WrittenRow;
  return valueHash(said);
}

const BLOCK = 64;

/** HMAC-SHA256 (RFC 2104) over the UTF-8 of a text, lower-case hex; the key is the secret's UTF-8. */
function hmacHash(secret: string, text: string): string {
  const given = utf8(secret);
  const key = concat(given.length > BLOCK ? sha256(given) : given, new Uint8Array(BLOCK)).subarray(
    0,
    BLOCK,
  );
  const pad = (byte: number) => key.map((one) => one ^ byte);
  return hex(sha256(pad(0x5c), sha256(pad(0x36), utf8(text))));
}

/**
 * Whether `mac` is the HMAC-SHA256 over the text under that secret, byte for byte. It is recomputed
 * and compared in constant time (first seed, "Authentication").
 */
export const isHmacOf = (secret: string, text: string, mac: string): boolean =>
  sameBytes(utf8(hmacHash(secret, text)), utf8(mac));

/** A secret's id: the first 16 hex digits of SHA-256 over its UTF-8. */
export const secretId = (secret: string): string => textHash(secret).slice(0, 16);
