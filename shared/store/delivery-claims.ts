import type { Channel } from "#shared/domain/connections/delivery.ts";
import { any, isAbsent, isAtMost, put } from "./item.ts";
import { readRecord } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * DELIVERY#<channel>#<tenant_id>#<delivery_id> / CLAIM: when a delivery was processed. A condition
 * on the write enforces the window; the TTL only cleans up, within days. A body that counts once is
 * claimed under the id `body:<its SHA-256>`. Under `gone:<artifact id>`, `claimed_at` is when the
 * resource was deleted, according to an event.
 */

const keyOf = (channel: Channel, tenantId: string, id: string): Key => ({
  pk: `DELIVERY#${channel.replace("_", "-")}#${tenantId}#${id}`,
  sk: "CLAIM",
});

/**
 * Claims a delivery for `windowSeconds`; part of the transaction that acts on it. The condition
 * fails if it was already claimed within the window: then it is a duplicate.
 * @param now ISO 8601 UTC
 */
export function claimDelivery(
  channel: Channel,
  tenantId: string,
  deliveryId: string,
  now: string,
  windowSeconds: number,
): Action {
  const at = Date.parse(now);
  const limit = new Date(at - windowSeconds * 1000).toISOString();
  return put(
    {
      ...keyOf(channel, tenantId, deliveryId),
      claimed_at: now,
      ttl: Math.floor(at / 1000) + windowSeconds + 3600,
    },
    any(isAbsent("pk"), isAtMost("claimed_at", limit)),
  );
}

/** Longer than the customer's queue of undelivered events can keep an earlier event (14 days). */
const DELETION_KEPT_SECONDS = 15 * 86_400;

/**
 * Notes that an event says that a resource was deleted; part of the transaction that takes the event.
 * @param at when it happened, ISO 8601 UTC
 */
export const noteDeletion = (
  channel: Channel,
  tenantId: string,
  artifactId: string,
  at: string,
  now: string,
): Action =>
  put({
    ...keyOf(channel, tenantId, `gone:${artifactId}`),
    claimed_at: at,
    ttl: Math.floor(Date.parse(now) / 1000) + DELETION_KEPT_SECONDS,
  });

/** When the resource was last deleted, as events say; null if none says so. */
export const readDeletion = (
  channel: Channel,
  tenantId: string,
  artifactId: string,
): Promise<string | null> =>
  readRecord(keyOf(channel, tenantId, `gone:${artifactId}`), ({ claimed_at }) =>
    String(claimed_at),
  );
