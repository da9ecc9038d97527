import { timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets (a MAC, a signature, a hash; texts as UTF-8) are equal, in a time that tells
 * nothing but their lengths. The only place that may call `timingSafeEqual`, which throws when the
 * lengths in bytes differ: two texts of as many characters may differ in that.
 */
export function areEqualSecrets(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const [left, right] = [bytesOf(a), bytesOf(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const bytesOf = (secret: string | Uint8Array): Uint8Array =>
  typeof secret === "string" ? Buffer.from(secret, "utf8") : secret;
