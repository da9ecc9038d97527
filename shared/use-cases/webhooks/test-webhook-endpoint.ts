import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { isDelivered, webhookIdOf } from "#shared/domain/webhooks/delivery.ts";
import { bodyOf, PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { WEBHOOK_TESTS } from "#shared/domain/webhooks/limits.ts";
import { takeFrom } from "#shared/store/rates.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { sendWebhook } from "./send-webhook.ts";

/**
 * Sends a `webhook.test` once. Its result counts for nothing.
 * @param userId of the person who tests
 * @throws DomainError `not_found`, `rate_limited`, `endpoint_blocked`
 */
export async function testWebhookEndpoint(owner: string, id: string, userId: string, now: string) {
  const endpoint = await requireEndpoint(owner, id);
  await takeFrom(WEBHOOK_TESTS, userId, now, owner === PLATFORM ? null : owner);
  const body = bodyOf({ type: "webhook.test", timestamp: now, data: { endpoint_id: id } });
  const { attempt } = await sendWebhook(endpoint, { webhook_id: webhookIdOf(randomUUID()), body });
  if (attempt.error === "endpoint_blocked") {
    throw new DomainError("endpoint_blocked", "The endpoint's name leads to an inside address.");
  }
  return { delivered: isDelivered(attempt), status: attempt.status };
}
