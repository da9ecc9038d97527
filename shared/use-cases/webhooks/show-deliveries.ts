import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { type Delivery, shownDelivery } from "#shared/domain/webhooks/delivery.ts";
import type { Paging } from "#shared/store/page.ts";
import {
  getDelivery,
  pageOfDeliveries,
  promiseDelivery,
} from "#shared/store/webhook-deliveries.ts";
import { announceToListeners } from "./announce-event.ts";
import { getEndpoint } from "./change-endpoint.ts";

/**
 * An endpoint's deliveries of the last 30 days, newest first.
 * @throws DomainError `not_found`
 */
export async function listDeliveries(owner: string, endpointId: string, paging: Paging) {
  await getEndpoint(owner, endpointId);
  const { items, nextCursor } = await pageOfDeliveries(endpointId, paging);
  return { items: items.map(shownDelivery), next_cursor: nextCursor };
}

/**
 * Sends what a delivery sent again, once, as a delivery of its own.
 * @throws DomainError `not_found`, `conflict` while the endpoint is switched off
 */
export async function replayDelivery(
  owner: string,
  endpointId: string,
  deliveryId: string,
  now: string,
) {
  const endpoint = await getEndpoint(owner, endpointId);
  const source = await getDelivery(endpointId, deliveryId);
  if (source === null) throw new DomainError("not_found", "There is no such delivery.");
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

/** The header `webhook-id` of a delivery. */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll("-", "")}`;
