import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";

const key = z.object({ key_id: z.string(), secret: z.string(), created_at: z.string() });

/** The secret-store entry `counsel-review-hmac-secret`: the current secret and all retired ones. */
export const storedKeyringSchema = z.object({
  version: z.literal(1),
  current: key,
  retired: z.array(z.extend(key, { retired_at: z.string() })),
});

export type StoredKeyring = z.output<typeof storedKeyringSchema>;

export interface SigningKey {
  key_id: string;
  secret: string;
}

/** At least 32 bytes in hex: a shorter one can be brute-forced from a single signature. */
const isStrongSecret = (secret: string): boolean =>
  secret.length >= 64 && secret.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(secret);

/**
 * The secrets that sign and verify; retired ones are kept as long as what they signed (7 years).
 */
export interface Keyring {
  /** null: signing is not possible. */
  current: SigningKey | null;
  /** The override is too weak to sign with; what it signed earlier is still verified. */
  overrideIsWeak: boolean;
  retired: readonly SigningKey[];
}

/** Development and CI sign with this fixed value; no other stage uses it. */
export const DEVELOPMENT_SECRET = "countersign-development-secret-never-for-production";

const signingKey = (secret: string): SigningKey => ({ key_id: keyId(secret), secret });

/**
 * Assembles the keyring. The override (credential COUNSEL_REVIEW_HMAC_SECRET) takes precedence over
 * the stored secret; without either, development stages use the development default. Elsewhere a
 * weak override disables signing: if another key signed instead of the one the operator set, that
 * could go unnoticed for years.
 */
export function keyringOf(given: {
  stored: StoredKeyring | null;
  override: string | null;
  development: boolean;
}): Keyring {
  const { stored, override, development } = given;
  const secrets = [
    ...(override === null ? [] : [override]),
    ...(stored === null ? [] : [stored.current.secret]),
    ...(development ? [DEVELOPMENT_SECRET] : []),
    ...(stored === null ? [] : stored.retired.toReversed().map(({ secret }) => secret)),
  ].filter((secret) => development || secret !== DEVELOPMENT_SECRET);
  const keys = [...new Set(secrets)].map(signingKey);
  const overrideIsWeak = override !== null && !development && !isStrongSecret(override);
  if (overrideIsWeak) return { current: null, retired: keys, overrideIsWeak };
  const [current = null, ...retired] = keys;
  return { current, retired, overrideIsWeak };
}

export const allKeys = ({ current, retired }: Keyring): readonly SigningKey[] =>
  current === null ? retired : [current, ...retired];

/** The four fields that a decision signature covers (first seed, "Decision signature"). */
export interface SignedFields {
  decision: string;
  /** Exactly as signed: lower-cased and trimmed when it was stored, never normalised here. */
  counsel_email: string;
  nonce: string;
  /** The exact stored text, ISO 8601 with a UTC offset (`Z` or `+00:00`). */
  decided_at: string;
}

const utcInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|\+00:00)$/;

/** Whether a text is a timestamp with an explicit UTC offset; only those can be signed. */
const isUtcInstant = (text: string): boolean =>
  utcInstant.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Signs a decision: HMAC-SHA256 over `decision|counsel_email|nonce|decided_at`, keyed with the
 * UTF-8 bytes of the secret's text.
 * @returns lower-case hex
 * @throws RangeError if decided_at is not ISO 8601 with a UTC offset
 */
export function signDecision(secret: string, fields: SignedFields): string {
  if (!isUtcInstant(fields.decided_at)) {
    throw new RangeError("decided_at must be ISO 8601 with a UTC offset (Z or +00:00).");
  }
  const { decision, counsel_email, nonce, decided_at } = fields;
  return createHmac("sha256", Buffer.from(secret, "utf8"))
    .update([decision, counsel_email, nonce, decided_at].join("|"), "utf8")
    .digest("hex");
}

/**
 * The seeds' verification helper: recomputes the signature and compares in constant time. True only
 * if every input is byte-identical.
 */
export function verifyDecision(secret: string, fields: SignedFields, signature: string): boolean {
  if (!isUtcInstant(fields.decided_at)) return false;
  return areEqualSecrets(signDecision(secret, fields), signature);
}

/** Key id: the first 16 hex characters of SHA-256 over the same bytes that key the HMAC. */
export const keyId = (secret: string): string =>
  sha256Hex(Buffer.from(secret, "utf8")).slice(0, 16);
