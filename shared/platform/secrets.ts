import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { SecretName } from "../routes/route.ts";
import { setting } from "./settings.ts";

export const secretsManager = new SecretsManagerClient({ maxAttempts: 4 });

export interface Secret {
  value: string;
  versionId: string;
}

/** An entry's name in the store; deployed stages put theirs in front, to share an account. */
export const secretId = (name: SecretName): string => `${setting("SECRET_PREFIX") ?? ""}${name}`;

const CACHE_MS = 30_000;
const cache = new Map<string, { secret: Secret | null; readAt: number }>();

/**
 * The current version of a secret, from a cache of at most 30 s; null when there is none.
 * @param now milliseconds since the epoch
 * @param wanted the version that the deployment says is attached: a cached other one is read anew,
 *   so that a rotation holds at once
 */
export async function readSecret(
  name: SecretName,
  now: number,
  wanted?: string | null,
): Promise<Secret | null> {
  const cached = cache.get(name);
  const isFresh = cached !== undefined && now - cached.readAt < CACHE_MS && now >= cached.readAt;
  if (isFresh && (wanted == null || cached.secret?.versionId === wanted)) return cached.secret;
  const secret = await fetchSecret(name);
  cache.set(name, { secret, readAt: now });
  return secret;
}

async function fetchSecret(name: SecretName): Promise<Secret | null> {
  try {
    const answer = await secretsManager.send(
      new GetSecretValueCommand({ SecretId: secretId(name) }),
    );
    return { value: answer.SecretString ?? "", versionId: answer.VersionId ?? "" };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}
