import { randomUUID } from "node:crypto";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { type Delivery, shownDelivery, webhookIdOf } from "#shared/domain/webhooks/delivery.ts";
import { getDelivery, promiseDelivery } from "#shared/store/webhook-deliveries.ts";
import { announceToListeners } from "./announce-event.ts";
import { requireEndpoint } from "./require-endpoint.ts";

/**
 * Sends the content of a delivery again, once, as a new delivery.
 * @throws DomainError `not_found`, `conflict` while the endpoint is switched off
 */
export async function replayWebhookDelivery(
  owner: string,
  endpointId: string,
  deliveryId: string,
  now: string,
) {
  const endpoint = await requireEndpoint(owner, endpointId);
  const source = await getDelivery(endpointId, deliveryId);
  if (source === null) throw noSuch("delivery");
  if (!endpoint.enabled) {
    throw new DomainError("conflict", "The endpoint is switched off; switch it on first.");
  }
  const id = randomUUID();
  const delivery: Delivery = {
    ...source,
    id,
    webhook_id: webhookIdOf(id),
    status: "pending",
    attempts: [],
    next_attempt_at: now,
    replay_of: source.id,
    created_at: now,
  };
  await promiseDelivery(owner, delivery, id);
  await announceToListeners();
  return shownDelivery(delivery);
}
