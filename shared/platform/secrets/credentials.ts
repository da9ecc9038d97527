import { InvalidRequestException } from "@aws-sdk/client-secrets-manager";
import { DomainError } from "#shared/domain/errors.ts";
import { type CredentialName, credentialEntries } from "#shared/domain/setup/credentials.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { developmentCredential } from "#shared/platform/settings.ts";
import { fetchSecret } from "./secrets.ts";

/** What the store returned for a credential; a null value: it is not set. */
interface Known {
  value: string | null;
}

/** How long a value is used: a rotation takes effect within this time, without a deployment. */
const FRESH_MS = 30_000;
/** How long the last-known value is used while the store cannot be read. */
const LAST_KNOWN_MS = 5 * 60_000;
/** How long the store is not asked again after a failure, if there is a last-known value. */
const PAUSE_MS = 5_000;

const MOST_KEPT = Object.keys(credentialEntries).length;
const fresh = createAgedCache<Known>({ maxAgeMs: FRESH_MS, mostKept: MOST_KEPT });
const lastKnown = createAgedCache<Known>({ maxAgeMs: LAST_KNOWN_MS, mostKept: MOST_KEPT });
const paused = createAgedCache<true>({ maxAgeMs: PAUSE_MS, mostKept: MOST_KEPT });
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
  const standIn = lastKnown.get(name, now);
  if (standIn !== undefined && paused.get(name, now)) return standIn.value;
  try {
    return (await readOnce(name, now)).value;
  } catch (cause) {
    log("error", "credential_not_read", { credential: name, ...describeError(cause) });
    if (standIn === undefined) throw unreadable(name, cause);
    paused.set(name, true, now);
    return standIn.value;
  }
}

/** Concurrent callers share one read. */
function readOnce(name: CredentialName, now: number): Promise<Known> {
  const underWay = reading.get(name);
  if (underWay !== undefined) return underWay;
  const read = fetchCredential(name, now).finally(() => reading.delete(name));
  reading.set(name, read);
  return read;
}

/** Its age counts from before the read: the answer may predate a rotation during the read. */
async function fetchCredential(name: CredentialName, now: number): Promise<Known> {
  const known = { value: (await fetchValue(name)) || null };
  fresh.set(name, known, now);
  lastKnown.set(name, known, now);
  return known;
}

/** An entry without a value, or marked for deletion, counts as not set. */
async function fetchValue(name: CredentialName): Promise<string | undefined> {
  try {
    return (await fetchSecret(credentialEntries[name]))?.value;
  } catch (error) {
    if (error instanceof InvalidRequestException) return undefined;
    throw error;
  }
}

const unreadable = (name: CredentialName, cause: unknown): DomainError =>
  new DomainError(
    "dependency_unavailable",
    `The secret store cannot be read, and ${name} is needed; please try again in a moment.`,
    { retryAfter: 5, cause },
  );
