import { DomainError } from "#shared/domain/errors.ts";
import { attachedVersion, type Deployment } from "#shared/domain/setup/deployment.ts";
import { describeSecret, type SecretEntry } from "#shared/platform/secrets/secret-entries.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/**
 * The current secret-store entry, or null if there is none.
 * @throws DomainError `secret_not_usable` for one that is marked for deletion
 */
export async function usableEntry(name: SecretName): Promise<SecretEntry | null> {
  const entry = await describeSecret(name);
  if (!entry?.isBeingDeleted) return entry;
  throw new DomainError(
    "secret_not_usable",
    `The entry ${name} is marked for deletion in the secret store; restore it first.`,
  );
}

export interface SecretState {
  deployment: Deployment;
  entry: SecretEntry | null;
  attached: string | null;
}

/**
 * What is attached and what the store holds, read in this order: an entry read before the
 * deployment could predate a change that the deployment already shows, and be mistaken for one that
 * was never written or for an interrupted attempt.
 * @throws DomainError `secret_not_usable` for an entry that is marked for deletion
 */
export async function readSecretState(name: SecretName): Promise<SecretState> {
  const deployment = await readDeployment();
  const entry = await usableEntry(name);
  return { deployment, entry, attached: attachedVersion(deployment, name) };
}

export const notProvisioned = (name: SecretName): DomainError =>
  new DomainError("secret_not_provisioned", `Provision ${name} before rotating it.`);
