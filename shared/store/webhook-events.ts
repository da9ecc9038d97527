import type { AuditRow } from "#shared/domain/audit/row.ts";
import { eventKey, type WaitingEvent } from "./audit.ts";
import { change, drop, exists } from "./item.ts";
import { lease, unleased } from "./outbox.ts";
import { readRecord } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";

/*
 * EVENTS#<shard> / <at>#<id>   an event that webhooks are to tell of, until the courier has
 *                              addressed it to the endpoints that exist then
 */

const AT_ONCE = 50;

/** Events that nobody is addressing, oldest first. @param now ISO 8601 UTC */
export const waitingEvents = (shard: number, now: string): AsyncGenerator<WaitingEvent> =>
  unleased({ pk: `EVENTS#${shard}`, limit: AT_ONCE }, now, ({ event }) => event as WaitingEvent);

/** Claims an event for a while; false: somebody else has it. */
export const claimEvent = async (event: WaitingEvent, now: string): Promise<boolean> =>
  (await lease(eventKey(event), now)) !== null;

/** Keeps how many of an event's messages have been promised, and leaves the event to the next run. */
export const leaveEvent = (event: WaitingEvent, promised: number): Promise<unknown> =>
  transact({
    event: change(eventKey(event), {
      set: { "event.promised": promised },
      remove: ["lease_until"],
      where: exists("pk"),
    }),
  });

/** Deletes an event once it has been addressed to everybody who is to hear of it. */
export const deleteEvent = (event: WaitingEvent): Promise<unknown> =>
  transact({ event: drop(eventKey(event)) });

/** The audit row that an event names. */
export const eventRow = (key: Key): Promise<AuditRow | null> =>
  readRecord(key, (item) => item.row as AuditRow);
