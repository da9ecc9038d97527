import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import {
  COUNSEL_SECRET,
  currentKey,
  readKeyring,
} from "#shared/platform/secrets/counsel-keyring.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/**
 * Before a link is sent: could its decision be signed? (contract, "Signature and seal")
 * @throws DomainError `counsel_review_secret_not_configured`
 */
export async function requireSigningKey(now: string): Promise<void> {
  const attached = attachedVersion(await readDeployment(), COUNSEL_SECRET);
  currentKey(await readKeyring(Date.parse(now), attached));
}
