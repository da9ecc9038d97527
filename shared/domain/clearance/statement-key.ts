import * as z from "zod/mini";
import { base64url, utf8 } from "#shared/domain/bytes.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { ED25519, type VerifierKey, verifierKey } from "#shared/domain/log/verifier-key.ts";

/** A public key that statements are verified with. */
export interface StatementKey {
  /** Absent: the key came from a JWK without one, and may have signed any statement. */
  kid: string | undefined;
  key: VerifierKey;
  /** ISO 8601 UTC; absent: the key still signs, or its source does not say. */
  retired_at: string | undefined;
}

/** How long retired keys stay published, because their signatures must verify: seven years. */
export const RETIRED_KEYS_KEPT_MS = 7 * 365.25 * 24 * 3600 * 1000;

const jwk = () =>
  z.object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    kid: z.optional(z.string()),
    retired_at: z.optional(z.string()),
  });

const bytesOf = (x: string): Uint8Array =>
  Uint8Array.from(atob(`${x.replaceAll("-", "+").replaceAll("_", "/")}=`), (one) =>
    one.charCodeAt(0),
  );

/** The RFC 7638 thumbprint of an Ed25519 key: its id. @param x base64url of the public key */
export const thumbprint = (x: string): string =>
  base64url(sha256(utf8(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)));

/** The Ed25519 keys in the text of a JWK or a JWKS; null if it has none or is neither. */
export function statementKeysIn(text: string): StatementKey[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const set = z.object({ keys: z.array(z.unknown()) }).safeParse(value);
  const read = (set.success ? set.data.keys : [value]).flatMap((one) => {
    const { success, data } = jwk().safeParse(one);
    return success ? [data] : [];
  });
  if (read.length === 0) return null;
  return read.map(({ x, kid, retired_at }) => ({
    kid,
    retired_at,
    key: verifierKey("clearance", bytesOf(x), ED25519),
  }));
}
