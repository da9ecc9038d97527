import type { Channel } from "#shared/domain/connections/delivery.ts";
import { any, isAbsent, isAtMost, put } from "./item.ts";
import type { Action } from "./transact.ts";

/*
 * DELIVERY#<channel>#<tenant_id>#<delivery_id> / CLAIM: when a delivery was processed. A condition
 * on the write enforces the window; the TTL only cleans up, within days. A body that counts once is
 * claimed under the id `body:<its SHA-256>`.
 */

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
      pk: `DELIVERY#${channel.replace("_", "-")}#${tenantId}#${deliveryId}`,
      sk: "CLAIM",
      claimed_at: now,
      ttl: Math.floor(at / 1000) + windowSeconds + 3600,
    },
    any(isAbsent("pk"), isAtMost("claimed_at", limit)),
  );
}
