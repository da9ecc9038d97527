import { createThrottle } from "#shared/domain/aged-cache.ts";
import type { SignatureFault } from "#shared/domain/connections/delivery.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { matchingSecret, signatureFaultOf } from "#shared/domain/sourcehost/signature.ts";
import { type AcceptedSecret, acceptedSecrets } from "#shared/platform/secrets/webhook-secrets.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { webhookDeployment } from "#shared/use-cases/setup/webhook-deployment.ts";

const ENTRY = "sourcehost-webhook-secret";

/** Limits how often forged deliveries can make an instance look for a newer secret. */
const mayLookAgain = createThrottle(1000);

/** Which secret signed a delivery, or why none did. */
export type Signed = { secret: AcceptedSecret } | { secret: null; fault: SignatureFault };

/**
 * The secret a delivery was signed with, or why there is none. A signature that matches no cached
 * secret may come from one that was only just rotated in: then the deployment is read again, at
 * most once a second, so that no delivery is lost to the cache.
 * @throws DomainError `sourcehost_webhook_secret_not_configured`
 */
export async function findSigningSecret(
  signature: string | undefined,
  body: Uint8Array,
  now: string,
): Promise<Signed> {
  const deployment = await webhookDeployment(ENTRY, now);
  const secrets = await acceptedSecrets(ENTRY, now, deployment);
  if (secrets.length === 0) {
    throw new DomainError(
      "sourcehost_webhook_secret_not_configured",
      "The platform admin has to provision the source-host webhook secret first.",
    );
  }
  const match = matchingSecret(signature, body, secrets);
  if (match !== null) return { secret: match };
  const fault = signatureFaultOf(signature);
  if (fault !== "no_match" || !mayLookAgain(Date.parse(now))) return { secret: null, fault };
  const newer = await cachedDeployment(now, ({ revision }) => revision > deployment.revision);
  if (newer.revision === deployment.revision) return { secret: null, fault };
  const second = matchingSecret(signature, body, await acceptedSecrets(ENTRY, now, newer));
  return second === null ? { secret: null, fault } : { secret: second };
}
