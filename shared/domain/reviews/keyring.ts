import * as z from "zod/mini";
import { keyId } from "./signature.ts";

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

/**
 * Whether a secret may sign outside development: at least 32 bytes, in hex. A shorter one can be
 * brute-forced from a single signature.
 */
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
  const [current, ...retired] = keys;
  const mayDefault = override !== null || stored !== null || development;
  return { current: mayDefault ? (current ?? null) : null, retired, overrideIsWeak };
}

export const allKeys = ({ current, retired }: Keyring): readonly SigningKey[] =>
  current === null ? retired : [current, ...retired];
