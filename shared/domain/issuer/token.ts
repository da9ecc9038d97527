import { type KeyObject, sign } from "node:crypto";

/** How long a token is valid, in seconds. */
export const TOKEN_LIFETIME_S = 300;
/** iat and nbf lie this far back, for verifiers whose clock is behind. */
const BACKDATED_S = 30;

export interface TokenRequest {
  /** `iss`: the configured issuer, byte for byte. */
  issuer: string;
  subject: string;
  /** A plain string, as both identity providers compare it. */
  audience: string;
  /** A UUID: no token is ever used twice. */
  id: string;
  /** Seconds since the epoch. */
  now: number;
}

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT signed RS256: header alg, typ, kid; claims iss, sub, aud, jti, iat, nbf, exp. */
export function signToken(request: TokenRequest, kid: string, key: KeyObject): string {
  const { issuer, subject, audience, id, now } = request;
  const header = { alg: "RS256", typ: "JWT", kid };
  const claims = {
    iss: issuer,
    sub: subject,
    aud: audience,
    jti: id,
    iat: now - BACKDATED_S,
    nbf: now - BACKDATED_S,
    exp: now + TOKEN_LIFETIME_S,
  };
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
}
