import { type AcceptedSecret, acceptedSecrets } from "#shared/platform/secrets/webhook-secrets.ts";
import { webhookDeployment } from "#shared/use-cases/setup/webhook-deployment.ts";

const ENTRY = "cloudb-eventbus-webhook-secret";

export interface KnownSecrets {
  /** Current one first; empty: none is configured. */
  secrets: readonly AcceptedSecret[];
  /** The revision of the deployment they were read from. */
  revision: number;
}

/**
 * The accepted secrets, cached for at most 30 s; until one is attached they are read every time.
 * @param now ISO 8601 UTC
 * @param newerThan a revision that turned out to be too old
 */
export async function knownSecrets(now: string, newerThan = -1): Promise<KnownSecrets> {
  const deployment = await webhookDeployment(ENTRY, now, ({ revision }) => revision > newerThan);
  const secrets = await acceptedSecrets(ENTRY, now, deployment);
  return { secrets, revision: deployment.revision };
}
