import { createHash, createPublicKey, type KeyObject } from "node:crypto";

/** A counsel's passkey, as stored and shown. */
export interface CounselKey {
  /** base64url, as chosen by the authenticator. */
  credential_id: string;
  algorithm: KeyAlgorithm;
  /** DER, base64url without padding. */
  public_key_spki: string;
  /** Words to read out over a channel that the platform's admins do not control. */
  fingerprint: string;
  /** The host the passkey is bound to (WebAuthn, "RP ID"). */
  rp_id: string;
  enrolled_at: string;
  retired_at: string | null;
}

export type KeyAlgorithm = "ES256" | "EdDSA" | "RS256";

/** A key as recorded in the audit trail: enough to verify what it signed. */
export const keyContext = (key: CounselKey) => ({
  credential_id: key.credential_id,
  public_key_spki: key.public_key_spki,
  algorithm: key.algorithm,
  fingerprint: key.fingerprint,
  rp_id: key.rp_id,
  enrolled_at: key.enrolled_at,
});

/** An invitation is valid for seven days. */
export const INVITATION_MS = 7 * 24 * 3600 * 1000;

/** The invitation that a token stands for. */
export interface KeyInvitation {
  counsel_id: string;
  /** Hex SHA-256 of the token; the token itself is never stored. */
  token_hash: string;
  expires_at: string;
  used_at: string | null;
}

const COUNTED_WORDS = 6;
const consonants = "bdfghjklmnprstvz";
const vowels = "aiou";

/**
 * The key's fingerprint as six five-letter words (proquints, arXiv:0901.4016): the first 96 bits of
 * SHA-256 over the SPKI. Each word encodes 16 bits, alternating consonants and vowels, so that it
 * can be read out in any language.
 */
export function fingerprintOf(spki: Uint8Array): string {
  const digest = createHash("sha256").update(spki).digest();
  return Array.from({ length: COUNTED_WORDS }, (_, i) => proquint(digest.readUInt16BE(i * 2))).join(
    "-",
  );
}

const proquint = (value: number): string =>
  [
    consonants[value >> 12],
    vowels[(value >> 10) & 3],
    consonants[(value >> 6) & 15],
    vowels[(value >> 4) & 3],
    consonants[value & 15],
  ].join("");

/** The public key in an SPKI; null if it cannot be read or is not of a supported algorithm. */
export function publicKeyOf(spki: Uint8Array): { key: KeyObject; algorithm: KeyAlgorithm } | null {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    const algorithm = algorithmOf(key);
    return algorithm === null ? null : { key, algorithm };
  } catch {
    return null;
  }
}

function algorithmOf(key: KeyObject): KeyAlgorithm | null {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "ec") return namedCurve === "prime256v1" ? "ES256" : null;
  if (key.asymmetricKeyType === "ed25519") return "EdDSA";
  return key.asymmetricKeyType === "rsa" && modulusLength >= 2048 ? "RS256" : null;
}
