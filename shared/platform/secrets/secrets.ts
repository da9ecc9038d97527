import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { CredentialEntry } from "#shared/domain/setup/credentials.ts";
import { awsClientSettings } from "#shared/platform/aws/aws-client.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { setting } from "#shared/platform/settings.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";

let client: SecretsManagerClient | undefined;

/** Created on the first call: a function that returns pages needs it only for cursors. */
export function secretsManager(): SecretsManagerClient {
  client ??= new SecretsManagerClient(awsClientSettings("SECRETS_MANAGER"));
  return client;
}

export interface Secret {
  value: string;
  versionId: string;
}

/** An entry's name in the store; deployed stages add a prefix, so as to share an account. */
export const secretId = (name: string): string => `${setting("SECRET_PREFIX") ?? ""}${name}`;

/** The key that new entries are encrypted with; undefined: the store's own. */
export const secretsKeyArn = (): string | undefined => setting("SECRETS_KEY_ARN");

const cache = createAgedCache<Secret>({ maxAgeMs: 30_000, mostKept: 500 });

/**
 * A secret, from a cache of at most 30 s; null when there is none.
 * @param now milliseconds since the epoch
 * @param attached the version that the deployment says is attached: exactly that one is read, so
 * that a rotation takes effect at once and a version that was written but never attached is never
 * used
 */
export async function readSecret(
  name: SecretName,
  now: number,
  attached?: string | null,
): Promise<Secret | null> {
  const key = `${name} ${attached ?? "current"}`;
  const cached = cache.get(key, now);
  if (cached !== undefined) return cached;
  const secret = await fetchSecret(name, attached ?? undefined);
  if (secret === null) cache.delete(key);
  else cache.set(key, secret, now);
  return secret;
}

/** One version of a secret (the current one by default), bypassing the cache. */
export async function fetchSecret(
  name: SecretName | CredentialEntry,
  versionId?: string,
): Promise<Secret | null> {
  try {
    const answer = await secretsManager().send(
      new GetSecretValueCommand({ SecretId: secretId(name), VersionId: versionId }),
    );
    return { value: answer.SecretString ?? "", versionId: answer.VersionId ?? "" };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}
