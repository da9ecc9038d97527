import { DomainError } from "#shared/domain/errors.ts";
import { keyId, type StoredKeyring, storedKeyringSchema } from "#shared/domain/reviews/keyring.ts";

/** Parses a stored keyring; null if invalid, without the reason, which could quote a secret. */
export function parseKeyring(text: string): StoredKeyring | null {
  try {
    return storedKeyringSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const secretsOf = ({ current, retired }: StoredKeyring): string[] =>
  [current, ...retired].map(({ secret }) => secret);

/** Whether a keyring contains every secret of an earlier one; only then may it replace that one. */
export function keepsAll(ring: StoredKeyring, earlier: StoredKeyring): boolean {
  const held = new Set(secretsOf(ring));
  return secretsOf(earlier).every((secret) => held.has(secret));
}

/** The store's limit is 64 KB: a reserve for emergencies stays (docs/runbooks.md, "Rotation"). */
const MAX_BYTES = 48 * 1024;

/**
 * The keyring with a new current secret. All earlier secrets are kept, because their signatures must
 * verify for 7 years (first seed, "Signature").
 * @param secret 64 hex characters
 * @param override the secret that overrode the stored one, if any; kept as well
 * @param now ISO 8601 UTC
 * @throws DomainError `keyring_full`
 */
export function rotateKeyring(
  before: StoredKeyring | null,
  secret: string,
  override: string | null,
  now: string,
): StoredKeyring {
  const retired = [
    ...(before?.retired ?? []),
    ...(before === null ? [] : [{ ...before.current, retired_at: now }]),
  ];
  const current = { key_id: keyId(secret), secret, created_at: now };
  return fitting(withOverride({ version: 1, current, retired }, override, now));
}

/**
 * The keyring with an override, a secret that signs instead of the current one. It is kept because its
 * signatures must verify after it is gone.
 * @returns the same keyring if it contains the secret already
 * @throws DomainError `keyring_full`
 */
export const keepingOverride = (
  ring: StoredKeyring,
  override: string | null,
  now: string,
): StoredKeyring => {
  const kept = withOverride(ring, override, now);
  return kept === ring ? ring : fitting(kept);
};

function withOverride(ring: StoredKeyring, override: string | null, now: string): StoredKeyring {
  if (override === null || secretsOf(ring).includes(override)) return ring;
  const key = { key_id: keyId(override), secret: override, created_at: now, retired_at: now };
  return { ...ring, retired: [...ring.retired, key] };
}

/** @throws DomainError `keyring_full` */
function fitting(ring: StoredKeyring): StoredKeyring {
  if (Buffer.byteLength(JSON.stringify(ring)) <= MAX_BYTES) return ring;
  throw new DomainError(
    "keyring_full",
    `The keyring holds ${ring.retired.length} secrets, all of which must be kept; see docs/runbooks.md, "Rotation", for what to do.`,
  );
}
