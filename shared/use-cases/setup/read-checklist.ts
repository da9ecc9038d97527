import { checklist } from "#shared/domain/setup/checklist.ts";
import { idpTokenUrl, isFederated } from "#shared/platform/issuer/idp-client.ts";
import { describeSecret } from "#shared/platform/secrets/secret-entries.ts";
import {
  appUrl,
  baseUrl,
  isDevelopmentStage,
  issuerUrl,
  setting,
} from "#shared/platform/settings.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/**
 * Looks at what is really there: settings, deployment item and secret store, side by side.
 * @param entries the secret-store entries that the function may ask about
 * @param now ISO 8601 UTC
 */
export async function readChecklist(entries: readonly SecretName[], now: string) {
  const [deployment, stored] = await Promise.all([
    readDeployment(),
    Promise.all(entries.map(async (name) => [name, await isStored(name)] as const)),
  ]);
  return checklist({
    now,
    development: isDevelopmentStage(),
    deployment,
    setting,
    baseUrl: baseUrl(),
    appUrl: appUrl(),
    issuerUrl: issuerUrl(),
    tokenUrl: idpTokenUrl(),
    isFederated: isFederated(deployment),
    stored: Object.fromEntries(stored),
  });
}

async function isStored(name: SecretName): Promise<boolean> {
  const entry = await describeSecret(name);
  return entry !== null && entry.currentVersion !== null && !entry.isBeingDeleted;
}
