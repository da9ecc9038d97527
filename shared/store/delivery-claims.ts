import type { Channel } from "#shared/domain/connections/delivery.ts";
import { any, isAbsent, isAtMost, put } from "./item.ts";
import { queryOnce } from "./read.ts";
import type { Action } from "./transact.ts";

/*
 * DELIVERY#<channel>#<tenant_id>#<delivery_id> / CLAIM   when a delivery was processed
 * DELIVERY#<channel>#<tenant_id>#<SHA-256> / BODY        when a body that counts once was processed
 * DELIVERY#<channel>#<tenant_id>#<artifact_id> / <GONE or THERE>#<at>   an event says that a resource was
 * deleted, or that it existed
 *
 * A condition on the write of a claim enforces its window; the TTL only cleans up, within days. Senders
 * choose the ids of deliveries, so no other item has the sort key of a delivery's claim.
 */

const partition = (channel: Channel, tenantId: string, id: string): string =>
  `DELIVERY#${channel.replace("_", "-")}#${tenantId}#${id}`;

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
  subject: "CLAIM" | "BODY",
  { channel, tenantId, id, windowSeconds }: Claim,
  now: string,
): Action {
  const at = Date.parse(now);
  const limit = new Date(at - windowSeconds * 1000).toISOString();
  return put(
    {
      pk: partition(channel, tenantId, id),
      sk: subject,
      claimed_at: now,
      ttl: Math.floor(at / 1000) + windowSeconds + 3600,
    },
    any(isAbsent("pk"), isAtMost("claimed_at", limit)),
  );
}

/** Longer than the customer's queue of undelivered events can keep an earlier event (14 days). */
const SAID_SECONDS = 15 * 86_400;

/** What an event says about a resource: it was deleted, or it was there. */
type Said = "GONE" | "THERE";

/** A resource in the customer's account, as the artifact that it is or would become. */
interface Resource {
  channel: Channel;
  tenantId: string;
  artifactId: string;
}

/**
 * Notes what an event says about a resource; part of the transaction that takes the event. Events may
 * arrive in any order, so each instant has its own item.
 * @param at when it happened, ISO 8601 UTC
 */
export const noteSaid = (
  said: Said,
  { channel, tenantId, artifactId }: Resource,
  at: string,
  now: string,
): Action =>
  put({
    pk: partition(channel, tenantId, artifactId),
    sk: `${said}#${at}`,
    ttl: Math.floor(Date.parse(now) / 1000) + SAID_SECONDS,
  });

/** The latest instant of which events say this about a resource; null if none says so. */
export async function lastSaid(
  said: Said,
  { channel, tenantId, artifactId }: Resource,
): Promise<string | null> {
  const { items } = await queryOnce({
    pk: partition(channel, tenantId, artifactId),
    prefix: `${said}#`,
    descending: true,
    limit: 1,
  });
  return items[0] === undefined ? null : String(items[0].sk).slice(said.length + 1);
}
