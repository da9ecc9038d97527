import { createThrottle } from "#shared/domain/aged-cache.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { verifyDelivery } from "#shared/domain/eventbus/delivery-signature.ts";
import type { AcceptedSecret } from "#shared/platform/secrets/webhook-secrets.ts";
import { knownSecrets } from "./webhook-secret.ts";

/** How often, at most, forged events can make an instance look for a newer secret. */
const mayLookAgain = createThrottle(1000);

/**
 * The secret an event was signed with, or why none was. A signature that no known secret made may be
 * made with one that was rotated in a moment ago: then the deployment is read anew, once a second at
 * most.
 * @throws DomainError `cloudb_eventbus_webhook_secret_not_configured`
 */
export async function verifyEvent(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  now: string,
): Promise<{ secret: AcceptedSecret } | { secret: null; reason: string }> {
  const at = Date.parse(now);
  const known = await knownSecrets(now);
  if (known.secrets.length === 0) {
    throw new DomainError(
      "cloudb_eventbus_webhook_secret_not_configured",
      "The platform admin has to provision the event bus's webhook secret first.",
    );
  }
  const first = verifyDelivery(known.secrets, headers, body, at);
  if (first.valid) return { secret: first.secret };
  if (first.reason !== "no_match" || !mayLookAgain(at)) {
    return { secret: null, reason: first.reason };
  }
  const newer = await knownSecrets(now, known.revision);
  const second = verifyDelivery(newer.secrets, headers, body, at);
  return second.valid ? { secret: second.secret } : { secret: null, reason: second.reason };
}
