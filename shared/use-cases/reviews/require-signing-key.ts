import { attachedVersion, type Deployment } from "#shared/domain/setup/deployment.ts";
import {
  COUNSEL_SECRET,
  currentKey,
  readKeyring,
} from "#shared/platform/secrets/counsel-keyring.ts";
import { readDeployment } from "#shared/store/deployment.ts";
import { noteTwoPeople } from "#shared/use-cases/setup/note-two-people.ts";

/**
 * Checks, before a link is sent, that its decision could be signed (contract, "Signature and seal") and
 * that it is known whether two people are needed.
 * @throws DomainError `counsel_review_secret_not_configured`
 */
export async function requireSigningKey(now: string): Promise<void> {
  const deployment = await readDeployment();
  await noteTwoPeople(deployment, now);
  await requireKeyOf(deployment, now);
}

/**
 * Checks that a decision could be signed.
 * @param deployment as it was just read
 * @throws DomainError `counsel_review_secret_not_configured`
 */
export async function requireKeyOf(deployment: Deployment, now: string): Promise<void> {
  const attached = attachedVersion(deployment, COUNSEL_SECRET);
  currentKey(await readKeyring(Date.parse(now), attached));
}
