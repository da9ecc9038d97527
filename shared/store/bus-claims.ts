import type {
  ConnectionRecord,
  EventbusConnection,
} from "#shared/domain/connections/connection.ts";
import type { BusClaim, BusRecord } from "#shared/domain/eventbus/bus-claim.ts";
import { connectionKey, connectionOf } from "./connections.ts";
import { all, any, change, exists, is, isAtMost, isNot, literally } from "./item.ts";
import type { Item } from "./read.ts";
import { type Action, type Outcome, transact } from "./transact.ts";
import { updateItem } from "./update.ts";

/*
 * The state is on the connection's own item: `eventbus_status`, `eventbus_lease` and
 * `eventbus_operations`. Each operation touches only its own entry, so any number of them can end
 * concurrently.
 */

const STATUS = "connection.eventbus_status";
const LEASE = "connection.eventbus_lease";
const OPERATIONS = "connection.eventbus_operations";
const INTERRUPTED = "connection.eventbus_interrupted";
const operation = (id: string): string => `${OPERATIONS}.${literally(id)}`;

export type BusClaimed =
  | { claimed: true; before: EventbusConnection }
  /** The domain's `objectionTo` says why; null: there is no such connection. */
  | { claimed: false; present: ConnectionRecord | null };

const found = (item: Item | null | undefined): ConnectionRecord | null =>
  item ? connectionOf(item) : null;

/**
 * Claims a connection's bus unless `objectionTo` objects; the condition says the same in DynamoDB's
 * terms. The connection is then in the state that `claimedBy` returns.
 */
export async function claimBus(connectionId: string, claim: BusClaim): Promise<BusClaimed> {
  const { id, lease, now, underway, goal } = claim;
  const isFree = any(
    is({ [OPERATIONS]: {} }),
    isAtMost(`${LEASE}.until`, now),
    all(is({ [`${LEASE}.kind`]: lease.kind }), isAtMost(`${LEASE}.until`, lease.until)),
  );
  const result = await updateItem(
    change(connectionKey(connectionId), {
      set: { [STATUS]: underway, [LEASE]: lease, [operation(id)]: lease.until },
      where: all(is({ "connection.subtype": "eventbus" }), isNot(STATUS, goal), isFree),
    }),
  );
  return result.updated
    ? { claimed: true, before: connectionOf(result.before) as EventbusConnection }
    : { claimed: false, present: found(result.present) };
}

export type Written =
  | { written: true }
  /** The connection's current state; null if it was deleted. */
  | { written: false; present: EventbusConnection | null };

/**
 * Records the state of the bus, with its audit row, and ends operations, if the claim's own
 * operation is still open.
 */
export async function recordBus(
  connectionId: string,
  { id, underway }: BusClaim,
  state: BusRecord,
  ending: readonly string[],
  row: readonly Action[],
): Promise<Written> {
  const fields = Object.entries(state).map(([name, value]) => [`connection.${name}`, value]);
  const connection = change(connectionKey(connectionId), {
    set: Object.fromEntries(fields),
    remove: ending.map(operation),
    where: all(is({ [STATUS]: underway }), exists(operation(id))),
  });
  return writtenBy(await transact({ connection, row }));
}

/**
 * Ends operations, whatever the state of the bus; missing ones count as ended.
 * @param interrupted they failed, so the next attempt counts as a recovery
 * @returns the connection as it was before; null if it was deleted
 */
export async function endOperations(
  connectionId: string,
  ending: readonly string[],
  interrupted = false,
): Promise<EventbusConnection | null> {
  const result = await updateItem(
    change(connectionKey(connectionId), {
      remove: ending.map(operation),
      set: { [INTERRUPTED]: interrupted || undefined },
      where: exists("connection"),
    }),
  );
  return result.updated ? (connectionOf(result.before) as EventbusConnection) : null;
}

/** Ends operations and sets the bus back to `after`, if none has begun or ended since `before`. */
export async function resetBus(
  before: EventbusConnection,
  after: EventbusConnection,
): Promise<Written> {
  const connection = change(connectionKey(before.id), {
    set: {
      [STATUS]: after.eventbus_status,
      [OPERATIONS]: after.eventbus_operations,
      [INTERRUPTED]: after.eventbus_interrupted,
    },
    where: is({ [STATUS]: before.eventbus_status, [OPERATIONS]: before.eventbus_operations }),
  });
  return writtenBy(await transact({ connection }));
}

const writtenBy = (outcome: Outcome): Written =>
  outcome.committed
    ? { written: true }
    : {
        written: false,
        present: found(outcome.failed.get("connection")) as EventbusConnection | null,
      };
