import { type KeyObject, sign } from "node:crypto";

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * A JWT signed RS256 (RFC 7515, compact form), by node's own signing: half the time of a library's,
 * and nothing of one to load.
 * @param header what it says besides `alg` and `typ`
 */
export function signJwt(
  claims: Readonly<Record<string, unknown>>,
  key: KeyObject,
  header: Readonly<Record<string, string>> = {},
): string {
  const input = `${encoded({ alg: "RS256", typ: "JWT", ...header })}.${encoded(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
}
