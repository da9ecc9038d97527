import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";

/** How long a token is valid, in seconds. */
export const TOKEN_LIFETIME_S = 300;
/** iat and nbf are backdated by this many seconds, for verifiers whose clocks are slow. */
const BACKDATED_S = 30;

export interface TokenRequest {
  /** `iss`: the configured issuer, byte for byte. */
  issuer: string;
  subject: string;
  /** A plain string, not an array, because both identity providers compare a string. */
  audience: string;
  /** `jti`, a UUID: no token is ever used twice. */
  id: string;
  /** Seconds since the epoch. */
  now: number;
}

/** A JWT signed RS256: header alg, typ, kid; claims iss, sub, aud, jti, iat, nbf, exp. */
export function signToken(request: TokenRequest, kid: string, key: KeyObject): Promise<string> {
  const { issuer, subject, audience, id, now } = request;
  const claims = {
    iss: issuer,
    sub: subject,
    aud: audience,
    jti: id,
    iat: now - BACKDATED_S,
    nbf: now - BACKDATED_S,
    exp: now + TOKEN_LIFETIME_S,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "JWT", kid }).sign(key);
}
