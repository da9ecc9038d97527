import * as z from "zod/mini";
import { hex, unbase64url } from "#shared/domain/bytes.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { timestamp } from "#shared/domain/text/text-fields.ts";

/** A counsel's passkey, in the same form as in review detail, evidence and bundle. */
export const counselKeySchema = () =>
  z.object({
    /** base64url, as chosen by the authenticator. */
    credential_id: z.string(),
    algorithm: z.enum(["ES256", "EdDSA", "RS256"]),
    /** DER, base64url without padding. */
    public_key_spki: z.string(),
    /** Words to compare with counsel over a separate channel. */
    fingerprint: z.string(),
    /** The host the passkey is bound to (WebAuthn, "RP ID"). */
    rp_id: z.string(),
    enrolled_at: timestamp(),
    retired_at: z.nullable(timestamp()),
  });

/** As stored, without its words. */
export type CounselKey = Omit<z.output<ReturnType<typeof counselKeySchema>>, "fingerprint">;
export type KeyAlgorithm = CounselKey["algorithm"];

/** A key as recorded in the audit trail: enough to verify what it signed. */
export const keyContext = (key: CounselKey) => ({
  credential_id: key.credential_id,
  public_key_spki: key.public_key_spki,
  algorithm: key.algorithm,
  rp_id: key.rp_id,
  enrolled_at: key.enrolled_at,
});

/** An invitation is valid for seven days. */
export const INVITATION_MS = 7 * 24 * 3600 * 1000;

export const keyInvitationUrl = (appUrl: string, token: string): string =>
  `${appUrl}/counsel/key/${token}`;

/** The invitation that a token stands for. */
export interface KeyInvitation {
  counsel_id: string;
  /** Hex SHA-256 of the token; the token itself is never stored. */
  token_hash: string;
  expires_at: string;
  used_at: string | null;
  /** The link was sent only by mail. Absent: whoever invited counsel was shown it. */
  by_mail?: true;
}

const WORD_STARTS = [0, 2, 4, 6, 8, 10];
const consonants = "bdfghjklmnprstvz";
const vowels = "aiou";

/**
 * The words of a key, to read out over a channel that the platform's admins do not control: six
 * proquints (arXiv:0901.4016), the first 96 bits of SHA-256 over the SPKI. They are computed from
 * the key wherever they are shown, and stored nowhere.
 * @param spki DER, base64url
 */
export function wordsOf(spki: string): string {
  const digest = sha256(unbase64url(spki) ?? new Uint8Array(0));
  return WORD_STARTS.map((at) =>
    proquint((digest[at] as number) * 256 + (digest[at + 1] as number)),
  ).join("-");
}

const proquint = (value: number): string =>
  [
    consonants[value >> 12],
    vowels[(value >> 10) & 3],
    consonants[(value >> 6) & 15],
    vowels[(value >> 4) & 3],
    consonants[value & 15],
  ].join("");

/** The key with its words, as answers show it. */
export const withWords = <K extends { public_key_spki: string }>(
  key: K,
): K & { fingerprint: string } => ({
  ...key,
  fingerprint: wordsOf(key.public_key_spki),
});

const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const ED25519 = { name: "Ed25519" };
const kinds: readonly [KeyAlgorithm, typeof RSA | typeof ECDSA | typeof ED25519][] = [
  ["ES256", ECDSA],
  ["EdDSA", ED25519],
  ["RS256", RSA],
];

type Imported = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface RsaParameters {
  modulusLength: number;
  publicExponent: Uint8Array;
}

const SHORTEST_RSA_BITS = 2048;
const SMALLEST_EXPONENT = 65_537;

/** y coordinates of the points of small order, sign bit off: anyone can sign under such a key. */
const smallOrder: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

/** A public key for verifying signatures. */
export interface VerifyingKey {
  algorithm: KeyAlgorithm;
  verifies(signature: Uint8Array, data: Uint8Array): Promise<boolean>;
}

/**
 * The public key in an SPKI; null if it cannot be read, is of no supported algorithm, or is one
 * under which anyone can sign (RSA below 2048 bits or with e below 65537, Ed25519 of small order).
 */
export async function publicKeyOf(spki: Uint8Array): Promise<VerifyingKey | null> {
  for (const [algorithm, parameters] of kinds) {
    const key = await imported(spki, parameters);
    if (key === null) continue;
    if (!(await isSound(key, algorithm))) return null;
    return {
      algorithm,
      verifies: async (signature, data) => {
        const bytes = algorithm === "ES256" ? fixedWidth(signature) : signature;
        return bytes !== null && crypto.subtle.verify(parameters, key, source(bytes), source(data));
      },
    };
  }
  return null;
}

const source = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

async function imported(spki: Uint8Array, parameters: (typeof kinds)[number][1]) {
  try {
    return await crypto.subtle.importKey("spki", source(spki), parameters, true, ["verify"]);
  } catch {
    return null;
  }
}

async function isSound(key: Imported, algorithm: KeyAlgorithm): Promise<boolean> {
  if (algorithm === "RS256") {
    const { modulusLength, publicExponent } = key.algorithm as unknown as RsaParameters;
    const e = Number.parseInt(hex(publicExponent), 16);
    return modulusLength >= SHORTEST_RSA_BITS && e >= SMALLEST_EXPONENT && e % 2 === 1;
  }
  if (algorithm === "ES256") return true;
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", key));
  point[31] = (point[31] as number) & 0x7f;
  return !smallOrder.has(hex(point));
}

const P256_BYTES = 32;

/** An ECDSA signature in DER as `r ‖ s` of 32 bytes each; null if it is not strictly DER. */
function fixedWidth(der: Uint8Array): Uint8Array | null {
  const numbers = der[0] === 0x30 && der[1] === der.length - 2 ? integersIn(der.subarray(2)) : [];
  if (numbers.length !== 2) return null;
  const both = new Uint8Array(P256_BYTES * 2);
  for (const [i, number] of numbers.entries()) {
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (digits.length > P256_BYTES) return null;
    both.set(digits, P256_BYTES * (i + 1) - digits.length);
  }
  return both;
}

/** DER integers one after another, each positive and in its shortest form; empty if not. */
function integersIn(bytes: Uint8Array): Uint8Array[] {
  const numbers: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at + 1] ?? 0;
    const body = bytes.subarray(at + 2, at + 2 + length);
    const [first = 0x80, second = 0] = body;
    const isShortest = first !== 0 || second >= 0x80;
    if (bytes[at] !== 0x02 || body.length !== length || first >= 0x80 || !isShortest) return [];
    numbers.push(body);
    at += 2 + length;
  }
  return numbers;
}
