import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import {
  COUNSEL_SECRET,
  currentKey,
  readKeyring,
} from "#shared/platform/secrets/counsel-keyring.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/**
 * Makes sure that a decision could be signed now, so that no counsel gets a link that cannot be
 * used (contract, "Signature and seal").
 * @param now ISO 8601 UTC
 * @throws DomainError `counsel_review_secret_not_configured`
 */
export async function requireSigningKey(now: string): Promise<void> {
  const attached = attachedVersion(await readDeployment(), COUNSEL_SECRET);
  currentKey(await readKeyring(Date.parse(now), attached));
}
