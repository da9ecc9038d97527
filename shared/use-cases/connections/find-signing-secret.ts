import type { Verification } from "#shared/domain/connections/delivery.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { AcceptedSecret } from "#shared/platform/secrets/webhook-secrets.ts";
import { knownSecrets } from "#shared/use-cases/setup/known-secrets.ts";
import type { ReceivedDelivery, Signing } from "./signed-channel.ts";

/**
 * The secret that signed a delivery, or why there is none. A signature that matches no known secret may
 * come from one that was only just rotated in. Then the deployment is read again, at most once a
 * second, so that the cache causes no delivery to be lost.
 * @throws DomainError the channel's `notConfigured`
 */
export async function findSigningSecret(
  channel: Signing,
  { headers, rawBody, now }: ReceivedDelivery,
): Promise<Verification<AcceptedSecret>> {
  const at = Date.parse(now);
  const known = await knownSecrets(channel.secret, now);
  if (known.secrets.length === 0) {
    const { code, text } = channel.notConfigured;
    throw new DomainError(code, text);
  }
  const first = channel.verify(known.secrets, headers, rawBody, at);
  if (first.valid || !first.isUnknownSecret || !channel.mayLookAgain(at)) return first;
  const newer = await knownSecrets(channel.secret, now, known.revision);
  if (newer.revision === known.revision) return first;
  return channel.verify(newer.secrets, headers, rawBody, at);
}
