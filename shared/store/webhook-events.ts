import type { AuditRow } from "#shared/domain/audit/row.ts";
import { LEASE_MS } from "#shared/domain/courier/message.ts";
import { eventKey, type WaitingEvent } from "./audit.ts";
import { getItem, queryOnce } from "./read.ts";
import { type Key, SHARDS } from "./table-schema.ts";
import { transact } from "./transact.ts";

/*
 * EVENTS#<shard> / <at>#<id>   an event that webhooks are to tell of, until the courier has
 *                              addressed it to the endpoints that exist then
 */

export const eventShards: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

const AT_ONCE = 50;

/** Events that nobody is addressing, oldest first. @param now ISO 8601 UTC */
export async function* waitingEvents(shard: number, now: string): AsyncGenerator<WaitingEvent> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryOnce({
      pk: `EVENTS#${shard}`,
      limit: AT_ONCE,
      ...(startKey === undefined ? {} : { startKey }),
    });
    for (const { event, lease_until } of page.items) {
      if (lease_until === undefined || String(lease_until) < now) yield event as WaitingEvent;
    }
    startKey = page.lastKey ?? undefined;
  } while (startKey !== undefined);
}

/** Claims an event for a while; false: somebody else has it. */
export async function claimEvent(event: WaitingEvent, now: string): Promise<boolean> {
  const outcome = await transact({
    event: {
      Update: {
        Key: eventKey(event),
        UpdateExpression: "SET #lease = :until",
        ConditionExpression:
          "attribute_exists(pk) AND (attribute_not_exists(#lease) OR #lease < :now)",
        ExpressionAttributeNames: { "#lease": "lease_until" },
        ExpressionAttributeValues: {
          ":until": new Date(Date.parse(now) + LEASE_MS).toISOString(),
          ":now": now,
        },
      },
    },
  });
  return outcome.committed;
}

/** The event is addressed to everybody who is to hear of it. */
export const deleteEvent = (event: WaitingEvent): Promise<unknown> =>
  transact({ event: { Delete: { Key: eventKey(event) } } });

/** The audit row that an event names. */
export async function eventRow(key: Key): Promise<AuditRow | null> {
  const item = await getItem(key);
  return item === null ? null : (item.row as AuditRow);
}
