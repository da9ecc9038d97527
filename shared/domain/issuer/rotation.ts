import type { PublicJwk } from "./key.ts";

/** The state of the issuer's two key slots; public halves only. */
export interface IssuerRecord {
  current_kid: string;
  /** null before the first rotation and after an emergency. */
  previous_kid: string | null;
  provisioned_at: string;
  rotated_at: string | null;
  /** From this time on the current key signs; until then the previous one does. */
  activates_at: string | null;
  /** A second rotation before this time would drop a key that may still be in use. */
  overlap_ends_at: string | null;
  /** kid → public key, for both slots. */
  keys: Readonly<Record<string, PublicJwk>>;
}

const MINUTE_MS = 60_000;

/** A verifier's JWKS cache (60 min), max-age (5 min), our functions (30 s) and a margin. */
const PUBLISH_BEFORE_SIGN_MS = 75 * MINUTE_MS;

/** Second seed, "Limits": key overlap after rotation. */
export const OVERLAP_MS = 24 * 60 * MINUTE_MS;

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** The first record. Its key signs at once: no verifier can have cached a JWKS without it. */
export const firstRecord = (key: PublicJwk, now: string): IssuerRecord => ({
  current_kid: key.kid,
  previous_kid: null,
  provisioned_at: now,
  rotated_at: null,
  activates_at: null,
  overlap_ends_at: null,
  keys: { [key.kid]: key },
});

/**
 * The slots after a rotation: current becomes previous, the new key current. In an emergency the
 * old key is removed and the new one signs, both immediately.
 */
export function rotatedRecord(
  before: IssuerRecord,
  key: PublicJwk,
  now: string,
  emergency: boolean,
): IssuerRecord {
  const old = before.keys[before.current_kid];
  const keeps = !emergency && old !== undefined;
  return {
    current_kid: key.kid,
    previous_kid: keeps ? old.kid : null,
    provisioned_at: before.provisioned_at,
    rotated_at: now,
    activates_at: emergency ? now : later(now, PUBLISH_BEFORE_SIGN_MS),
    overlap_ends_at: emergency ? null : later(now, OVERLAP_MS),
    keys: { ...(keeps ? { [old.kid]: old } : {}), [key.kid]: key },
  };
}

/**
 * The key that signs: the previous one until the current one has been published for long enough
 * that every verifier's cache holds it.
 */
export const signingKid = (record: IssuerRecord, now: string): string =>
  record.previous_kid !== null && record.activates_at !== null && now < record.activates_at
    ? record.previous_kid
    : record.current_kid;

/** The key that takes over at `activates_at`; null when no change is due. */
export const nextSigningKid = (record: IssuerRecord, now: string): string | null =>
  signingKid(record, now) === record.current_kid ? null : record.current_kid;

export const overlapIsActive = (record: IssuerRecord, now: string): boolean =>
  record.overlap_ends_at !== null && now < record.overlap_ends_at;

/**
 * The JWKS document: current first, then previous, each key once. Members are always in the same
 * order, because the ETag is a hash of this text.
 */
export function jwksOf(record: IssuerRecord): { keys: PublicJwk[] } {
  const kids = [record.current_kid, record.previous_kid].filter((kid) => kid !== null);
  const keys = [...new Set(kids)].flatMap((kid) => record.keys[kid] ?? []);
  return { keys: keys.map(({ kty, use, alg, kid, n, e }) => ({ kty, use, alg, kid, n, e })) };
}
