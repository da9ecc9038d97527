import {
  GetSecretValueCommand,
  InvalidRequestException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { DomainError } from "#shared/domain/errors.ts";
import {
  type CredentialEntry,
  type CredentialName,
  credentialEntries,
} from "#shared/domain/setup/credentials.ts";
import { awsClientSettings } from "#shared/platform/aws/aws-client.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { developmentCredential, setting } from "#shared/platform/settings.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";

let client: SecretsManagerClient | undefined;

/** Created on the first call: a function that returns pages needs it only for cursors. */
export function secretsManager(): SecretsManagerClient {
  client ??= new SecretsManagerClient(awsClientSettings("SECRETS_MANAGER"));
  return client;
}

/** An entry's name in the store; deployed stages add a prefix, so that they can share an account. */
export const secretId = (name: string): string => `${setting("SECRET_PREFIX") ?? ""}${name}`;

/** The key that new entries are encrypted with; undefined: the store's own. */
export const secretsKeyArn = (): string | undefined => setting("SECRETS_KEY_ARN");

const cache = createAgedCache<string>({ maxAgeMs: 30_000, mostKept: 500 });

/**
 * A secret, from a cache of at most 30 s; null when there is none that can be read.
 * @param now milliseconds since the epoch
 * @param attached the version that the deployment says is attached: exactly that one is read, so
 * that a rotation takes effect at once and a version that was written but never attached is never
 * used
 */
export async function readSecret(
  name: SecretName,
  now: number,
  attached?: string | null,
): Promise<string | null> {
  const key = `${name} ${attached ?? "current"}`;
  const cached = cache.get(key, now);
  if (cached !== undefined) return cached;
  const secret = await fetchSecret(name, attached ?? undefined);
  if (secret === null) cache.delete(key);
  else cache.set(key, secret, now);
  return secret;
}

/**
 * One version of a secret (the current one by default), bypassing the cache; null if there is none
 * or the entry is marked for deletion.
 */
export async function fetchSecret(
  name: SecretName | CredentialEntry,
  versionId?: string,
  versionStage?: "AWSPREVIOUS",
): Promise<string | null> {
  try {
    const answer = await secretsManager().send(
      new GetSecretValueCommand({
        SecretId: secretId(name),
        VersionId: versionId,
        VersionStage: versionStage,
      }),
    );
    return answer.SecretString ?? "";
  } catch (error) {
    const isGone =
      error instanceof ResourceNotFoundException || error instanceof InvalidRequestException;
    if (isGone) return null;
    throw error;
  }
}

/** The store's answer for a credential; a null value: it is not set. */
interface Known {
  value: string | null;
}

/** How long a value is used: a rotation takes effect within this time, without a deployment. */
const FRESH_MS = 30_000;
/** How long the last-known value is used while the store cannot be read. */
const LAST_KNOWN_MS = 5 * 60_000;
/** How long the store is not asked again after a failure, if there is a last-known value. */
const PAUSE_MS = 5_000;

const MAX_KEPT = Object.keys(credentialEntries).length;
const fresh = createAgedCache<Known>({ maxAgeMs: FRESH_MS, mostKept: MAX_KEPT });
const lastKnown = createAgedCache<Known>({ maxAgeMs: LAST_KNOWN_MS, mostKept: MAX_KEPT });
const paused = createAgedCache<true>({ maxAgeMs: PAUSE_MS, mostKept: MAX_KEPT });
const reading = new Map<CredentialName, Promise<Known>>();

/**
 * A credential as the secret store had it at most 30 s ago; null when it is not set. In the stages
 * `local` and `test` the environment comes first, as for any setting (second seed, "Configuration
 * settings"). While the store cannot be read, the last-known value is used for five minutes.
 * @param now milliseconds since the epoch
 * @throws DomainError `dependency_unavailable` when the store cannot be read and nothing is known
 */
export async function credential(name: CredentialName, now: number): Promise<string | null> {
  const given = developmentCredential(name);
  if (given !== undefined) return given;
  const cached = fresh.get(name, now);
  if (cached !== undefined) return cached.value;
  const known = lastKnown.get(name, now);
  if (known !== undefined && paused.get(name, now)) return known.value;
  try {
    return (await readOnce(name, now)).value;
  } catch (cause) {
    log("error", "credential_not_read", { credential: name, ...describeError(cause) });
    if (known === undefined) throw unreadable(name, cause);
    paused.set(name, true, now);
    return known.value;
  }
}

const previous = createAgedCache<Known>({ maxAgeMs: FRESH_MS, mostKept: MAX_KEPT });

/**
 * The value that a credential had before its last rotation, at most 30 s old; null if it had none.
 * @param now milliseconds since the epoch
 */
export async function previousCredential(
  name: CredentialName,
  now: number,
): Promise<string | null> {
  const kept = previous.get(name, now);
  if (kept !== undefined) return kept.value;
  const value = (await fetchSecret(credentialEntries[name], undefined, "AWSPREVIOUS")) || null;
  previous.set(name, { value }, now);
  return value;
}

/** Concurrent callers share one read. */
function readOnce(name: CredentialName, now: number): Promise<Known> {
  const underWay = reading.get(name);
  if (underWay !== undefined) return underWay;
  const read = fetchCredential(name, now).finally(() => reading.delete(name));
  reading.set(name, read);
  return read;
}

/**
 * An entry without a value counts as not set. The age counts from before the read: the answer may
 * predate a rotation during the read.
 */
async function fetchCredential(name: CredentialName, now: number): Promise<Known> {
  const known = { value: (await fetchSecret(credentialEntries[name])) || null };
  fresh.set(name, known, now);
  lastKnown.set(name, known, now);
  return known;
}

const unreadable = (name: CredentialName, cause: unknown): DomainError =>
  new DomainError(
    "dependency_unavailable",
    `The secret store cannot be read, and ${name} is needed; please try again in a moment.`,
    { retryAfter: 5, cause },
  );
