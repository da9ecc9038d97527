import { randomUUID } from "node:crypto";
import type { ContextOf } from "#shared/domain/audit/row.ts";
import { auditRow, type setupActions } from "#shared/domain/audit/setup.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { attachedVersion, type Deployment, withSecret } from "#shared/domain/setup/deployment.ts";
import { describeSecret, type SecretEntry } from "#shared/platform/secrets/secret-entries.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { retryOnConflict } from "#shared/store/transact.ts";

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
 * Reads the deployment first: an entry read before it could be mistaken for one never written.
 * @param read the deployment, if this attempt has read it
 * @throws DomainError `secret_not_usable` for an entry that is marked for deletion
 */
export async function readSecretState(name: SecretName, read?: Deployment): Promise<SecretState> {
  const deployment = read ?? (await readDeployment());
  const entry = await usableEntry(name);
  return { deployment, entry, attached: attachedVersion(deployment, name) };
}

export const notProvisioned = (name: SecretName): DomainError =>
  new DomainError("secret_not_provisioned", `Provision ${name} before rotating it.`);

type SetupAction = keyof typeof setupActions;

interface Attachment<A extends SetupAction> {
  /** The entries with the version that each gets; the answer names the last one. */
  versions: readonly (readonly [SecretName, string])[];
  action: A;
  resourceId: string;
  context: ContextOf<typeof setupActions, A>;
  /** How long the replaced version is still accepted. */
  overlapSeconds?: number | undefined;
  /** Other members of the deployment that change with it. */
  also?: Partial<Pick<Deployment, "issuer">>;
  /** Inserts the row; by default as a row outside the evidence log. */
  put?: typeof putAuditRow;
}

/**
 * Attaches written versions of entries to the deployment, with their audit row, in one conditional
 * write.
 * @param before the deployment that the decision was made on
 * @returns the new deployment; null when someone else changed it meanwhile
 */
export function attachVersions<A extends SetupAction>(
  before: Deployment,
  { versions, action, resourceId, context, overlapSeconds, also, put = putAuditRow }: Attachment<A>,
  { actorUserId, now }: Caller,
): Promise<Deployment | null> {
  const attached = versions.reduce(
    (deployment, [name, id]) => withSecret(deployment, name, id, now, overlapSeconds),
    before,
  );
  const row = auditRow({
    action,
    resourceId,
    tenantId: null,
    actorUserId,
    context,
    id: randomUUID(),
    at: now,
  });
  return changeDeployment(before, { ...attached, ...also }, put(row));
}

/** The answer about a secret that was changed, or is in use already. */
export interface Answer<S extends string> {
  status: S;
  secret_version_id: string;
  /** The deployment's revision. */
  revision: number;
}

export const answerOf = <S extends string>(
  status: S,
  secret_version_id: string,
  { revision }: Deployment,
): Answer<S> => ({ status, secret_version_id, revision });

/** Who is asking, and when (ISO 8601 UTC). */
export interface Caller {
  actorUserId: string;
  now: string;
}

/**
 * Starts the reads of the first attempt, so that the caller can prepare something meanwhile.
 * @param first the same, if they have begun
 * @returns what each attempt calls: the later ones read anew
 */
export function readAhead<T>(read: () => Promise<T>, first = read()): () => Promise<T> {
  let ahead: Promise<T> | null = first;
  // The first attempt gets the failure.
  first.catch(() => {});
  return () => {
    const reading = ahead ?? read();
    ahead = null;
    return reading;
  };
}

const WAITING_ROUNDS = 3;

/**
 * Reads deployment and secret store and acts on them, starting over whenever someone else acted in
 * between (the attempt then returns null).
 * @param attempt receives whether it may still wait for someone else
 * @throws DomainError `conflict` when others keep interfering
 */
export const repeatUntilDone = <T>(attempt: (mayWait: boolean) => Promise<T | null>): Promise<T> =>
  retryOnConflict(
    0,
    async (round) => {
      const done = await attempt(round < WAITING_ROUNDS);
      return done === null ? { conflict: round + 1 } : { done };
    },
    "conflict",
    (round) => {
      const ms = Math.min(100 * 2 ** round, 400) * (0.75 + Math.random() / 2);
      return new Promise((again) => setTimeout(again, ms));
    },
  );
