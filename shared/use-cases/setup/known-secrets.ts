import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { type WebhookSecretName, webhookSecrets } from "#shared/domain/setup/webhook-secrets.ts";
import { credential } from "#shared/platform/secrets/secrets.ts";
import { type AcceptedSecret, acceptedSecrets } from "#shared/platform/secrets/webhook-secrets.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";

export interface KnownSecrets {
  /** Current one first; empty: none is configured. */
  secrets: readonly AcceptedSecret[];
  /** The revision of the deployment they were read from. */
  revision: number;
}

/**
 * A webhook's accepted secrets, at most 30 s old. While no secret is attached and no fallback
 * credential is set they are read every time, so that a first provisioning takes effect at once.
 * @param now ISO 8601 UTC
 * @param newerThan a revision of the deployment that turned out to be too old
 */
export async function knownSecrets(
  name: WebhookSecretName,
  now: string,
  newerThan = -1,
): Promise<KnownSecrets> {
  let deployment = await cachedDeployment(now, ({ revision }) => revision > newerThan);
  const isFresh =
    attachedVersion(deployment, name) !== null ||
    (await credential(webhookSecrets[name].fallback, Date.parse(now))) !== null;
  if (!isFresh) deployment = await cachedDeployment(now, () => false);
  const secrets = await acceptedSecrets(name, now, deployment);
  return { secrets, revision: deployment.revision };
}
