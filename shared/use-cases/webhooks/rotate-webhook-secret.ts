import { rotated, shownEndpoint } from "#shared/domain/webhooks/endpoint.ts";
import { encryptSecret } from "#shared/platform/aws/webhook-key.ts";
import { type Caller, changeEndpoint, newSecret } from "./change-endpoint.ts";

/**
 * Gives an endpoint another secret. The previous one also signs for 24 h; an older one no longer does.
 * @throws DomainError `not_found`, `conflict`
 */
export async function rotateWebhookSecret(caller: Caller, id: string) {
  const { now } = caller;
  const secret = newSecret();
  const ciphertext = await encryptSecret(id, secret);
  const after = await changeEndpoint(caller, id, "secret_rotated", (before) =>
    rotated(before, ciphertext, now),
  );
  return { ...shownEndpoint(after, now), secret };
}
