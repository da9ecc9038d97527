import { DomainError } from "#shared/domain/errors.ts";
import {
  type Keyring,
  keyringOf,
  type SigningKey,
  storedKeyringSchema,
} from "#shared/domain/reviews/keyring.ts";
import { isDevelopmentStage } from "#shared/platform/settings.ts";
import { credential, readSecret } from "./secrets.ts";

export const COUNSEL_SECRET = "counsel-review-hmac-secret";

/**
 * The current keyring.
 * @param now milliseconds since the epoch
 * @param attached version of the entry that the deployment says is attached; null: none is
 */
export async function readKeyring(now: number, attached: string | null): Promise<Keyring> {
  const [secret, override] = await Promise.all([
    attached === null ? null : readSecret(COUNSEL_SECRET, now, attached),
    credential("COUNSEL_REVIEW_HMAC_SECRET", now),
  ]);
  if (attached !== null && secret === null) {
    // Signing with any other key would only be noticed when the signature is verified.
    throw new DomainError("dependency_unavailable", "The attached signing secret cannot be read.");
  }
  return keyringOf({
    stored: secret === null ? null : storedKeyringSchema.parse(JSON.parse(secret)),
    override,
    development: isDevelopmentStage(),
  });
}

/**
 * The key that signs decisions now.
 * @throws DomainError `counsel_review_secret_not_configured` if no key may sign
 */
export function currentKey({ current, overrideIsWeak }: Keyring): SigningKey {
  if (current !== null) return current;
  throw new DomainError(
    "counsel_review_secret_not_configured",
    overrideIsWeak
      ? "COUNSEL_REVIEW_HMAC_SECRET must be at least 32 bytes in hex (64 characters) to sign here."
      : "The platform admin has to provision the counsel-review signing secret first.",
  );
}
