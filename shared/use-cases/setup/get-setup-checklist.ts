import { kindOf } from "#shared/domain/connections/connection.ts";
import { checklist } from "#shared/domain/setup/checklist.ts";
import type { CredentialName } from "#shared/domain/setup/credentials.ts";
import { idpTokenUrl, isFederated } from "#shared/platform/issuer/idp-client.ts";
import {
  describeCredential,
  describeSecret,
  isReadable,
} from "#shared/platform/secrets/secret-entries.ts";
import {
  appUrl,
  baseUrl,
  isDevelopmentStage,
  issuerUrl,
  setting,
} from "#shared/platform/settings.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import type { SettingName } from "#shared/routes/contract/settings.ts";
import { getClearanceKeys } from "#shared/store/clearance-keys.ts";
import { connectionPage } from "#shared/store/connections.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/** How many connections, oldest first, are read to see which kinds the platform has. */
const MAX_CONNECTIONS = 200;

/**
 * Checks the actual state: settings, deployment item and secret store.
 * @param entries the secret-store entries that the function may describe
 * @param credentials the credentials that it may describe
 * @param now ISO 8601 UTC
 */
export async function getSetupChecklist(
  entries: readonly SecretName[],
  credentials: readonly CredentialName[],
  now: string,
) {
  const [deployment, statementKeys, connections, stored, given] = await Promise.all([
    readDeployment(),
    getClearanceKeys(),
    connectionPage({}, { limit: MAX_CONNECTIONS }),
    Promise.all(entries.map(async (name) => [name, await storedVersions(name)] as const)),
    Promise.all(credentials.map(async (name) => [name, await describeCredential(name)] as const)),
  ]);
  return checklist({
    now,
    development: isDevelopmentStage(),
    deployment,
    setting: (name) => setting(name as SettingName),
    credentials: new Map(
      given.flatMap(([name, found]) => (found === null ? [] : [[name, found.changedAt] as const])),
    ),
    baseUrl: baseUrl(),
    appUrl: appUrl(),
    issuerUrl: issuerUrl(),
    tokenUrl: idpTokenUrl(),
    isFederated: isFederated(deployment),
    connected: new Set(connections.items.map(kindOf)),
    statementKeySince: statementKeys[0]?.created_at ?? null,
    stored: Object.fromEntries(stored),
  });
}

async function storedVersions(name: SecretName): Promise<readonly string[]> {
  const entry = await describeSecret(name);
  return entry !== null && isReadable(entry) ? entry.labelledVersions : [];
}
