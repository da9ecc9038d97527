import { timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets (a MAC, a signature, a hash; texts as UTF-8) are equal, in a time that reveals
 * nothing but their lengths. No other code may call `timingSafeEqual`, which throws when the lengths in
 * bytes differ. These may differ even if two texts have the same number of characters.
 */
export function areEqualSecrets(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const [left, right] = [bytesOf(a), bytesOf(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const bytesOf = (secret: string | Uint8Array): Uint8Array =>
  typeof secret === "string" ? Buffer.from(secret, "utf8") : secret;
