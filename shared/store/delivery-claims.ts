import type { Channel } from "#shared/domain/connections/delivery.ts";
import { any, isAbsent, isAtMost, put } from "./item.ts";
import { readRecord } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * DELIVERY#<channel>#<tenant_id>#<delivery_id> / CLAIM   when a delivery was processed
 * DELIVERY#<channel>#<tenant_id>#<SHA-256> / BODY        when a body that counts once was processed
 * DELIVERY#<channel>#<tenant_id>#<artifact_id> / GONE    when a resource was deleted, as an event says
 *
 * A condition on the write of a claim enforces its window; the TTL only cleans up, within days. Senders
 * choose the ids of deliveries, so no other item has the sort key of a delivery's claim.
 */

/** What an item under a delivery's partition key is about. */
type Subject = "CLAIM" | "BODY" | "GONE";

const keyOf = (sk: Subject, channel: Channel, tenantId: string, id: string): Key => ({
  pk: `DELIVERY#${channel.replace("_", "-")}#${tenantId}#${id}`,
  sk,
});

/** Who claims what, and for how many seconds. */
interface Claim {
  channel: Channel;
  tenantId: string;
  /** A delivery's id, or the SHA-256 of a body. */
  id: string;
  windowSeconds: number;
}

/**
 * Claims a delivery or a body; part of the transaction that acts on it. The condition fails if it was
 * already claimed within the window: then it is a duplicate.
 * @param now ISO 8601 UTC
 */
export function claim(
  subject: Exclude<Subject, "GONE">,
  { channel, tenantId, id, windowSeconds }: Claim,
  now: string,
): Action {
  const at = Date.parse(now);
  const limit = new Date(at - windowSeconds * 1000).toISOString();
  return put(
    {
      ...keyOf(subject, channel, tenantId, id),
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
    ...keyOf("GONE", channel, tenantId, artifactId),
    deleted_at: at,
    ttl: Math.floor(Date.parse(now) / 1000) + DELETION_KEPT_SECONDS,
  });

/** When the resource was last deleted, as events say; null if none says so. */
export const readDeletion = (
  channel: Channel,
  tenantId: string,
  artifactId: string,
): Promise<string | null> =>
  readRecord(keyOf("GONE", channel, tenantId, artifactId), ({ deleted_at }) => String(deleted_at));
