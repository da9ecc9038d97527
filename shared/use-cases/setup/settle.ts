import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#shared/domain/errors.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { describeSecret, type SecretEntry } from "#shared/platform/secrets/secret-entries.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/** Who asks, and when (ISO 8601 UTC). */
export interface Caller {
  actorUserId: string;
  now: string;
}

const ROUNDS = 10;
const WAITING_ROUNDS = 3;

/**
 * Looks and acts until an attempt settles the matter; null means that someone else acted in
 * between, and everything is looked at anew.
 * @param attempt is told whether it may still wait for someone else
 * @throws DomainError `conflict` when others keep acting
 */
export async function untilSettled<T>(
  attempt: (mayWait: boolean) => Promise<T | null>,
): Promise<T> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const settled = await attempt(round < WAITING_ROUNDS);
    if (settled !== null) return settled;
    await pause(Math.min(100 * 2 ** round, 400) * (0.75 + Math.random() / 2));
  }
  throw new DomainError("conflict", "Others keep changing this deployment; please repeat.");
}

/**
 * The secret-store entry as it stands.
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

/**
 * What is attached and what the store holds, in this order: an entry read before the deployment
 * could be from before a change that the deployment shows already, and would pass for one that was
 * never written, or for one whose attempt stopped.
 * @throws DomainError `secret_not_usable` for an entry that is marked for deletion
 */
export async function lookAt(name: SecretName) {
  const deployment = await readDeployment();
  const entry = await usableEntry(name);
  return { deployment, entry, attached: attachedVersion(deployment, name) };
}

export const notProvisioned = (name: SecretName): DomainError =>
  new DomainError("secret_not_provisioned", `Provision ${name} before rotating it.`);
