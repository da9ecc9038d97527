import { attachedVersion, type Deployment } from "#shared/domain/setup/deployment.ts";
import { credential } from "#shared/platform/secrets/credentials.ts";
import { standIns, type WebhookSecretName } from "#shared/platform/secrets/webhook-secrets.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";

/**
 * The deployment, which says which of a webhook's secrets are in force; at most 30 s old. While no
 * secret is attached and no fallback credential is set, it is read each time, so that a first
 * provisioning takes effect at once.
 * @param now ISO 8601 UTC
 * @param suffices if false for the cached deployment, it is read again
 */
export async function webhookDeployment(
  name: WebhookSecretName,
  now: string,
  suffices: (deployment: Deployment) => boolean = () => true,
): Promise<Deployment> {
  const known = await cachedDeployment(now, suffices);
  if (attachedVersion(known, name) !== null) return known;
  const standIn = await credential(standIns[name], Date.parse(now));
  return standIn === null ? cachedDeployment(now, () => false) : known;
}
