import type {
  ConnectionRecord,
  EventbusConnection,
} from "#shared/domain/connections/connection.ts";
import type { BusClaim, BusRecord } from "#shared/domain/eventbus/bus-claim.ts";
import { connectionKey, connectionOf } from "./connections.ts";
import type { Item } from "./read.ts";
import { type Action, type Outcome, transact } from "./transact.ts";
import { updateItem } from "./update.ts";

/*
 * On the connection's own item: `eventbus_status`, `eventbus_lease` and `eventbus_operations`. Each
 * operation touches only its own entry, so any number of them can end concurrently.
 */

const names = {
  "#bus": "connection",
  "#status": "eventbus_status",
  "#operations": "eventbus_operations",
};

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
  const result = await updateItem({
    Key: connectionKey(connectionId),
    UpdateExpression:
      "SET #bus.#status = :underway, #bus.#lease = :lease, #bus.#operations.#id = :until",
    ConditionExpression:
      "#bus.#subtype = :eventbus AND #bus.#status <> :goal AND (" +
      "#bus.#operations = :nobody OR #bus.#lease.#until <= :now OR " +
      "(#bus.#lease.#kind = :kind AND #bus.#lease.#until <= :until))",
    ExpressionAttributeNames: {
      ...names,
      "#subtype": "subtype",
      "#lease": "eventbus_lease",
      "#kind": "kind",
      "#until": "until",
      "#id": id,
    },
    ExpressionAttributeValues: {
      ":eventbus": "eventbus",
      ":goal": goal,
      ":underway": underway,
      ":lease": lease,
      ":kind": lease.kind,
      ":until": lease.until,
      ":nobody": {},
      ":now": now,
    },
  });
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
  const fields = Object.entries(state).map(([name, value], at) => ({ name, value, at }));
  const set = fields.map(({ at }) => `#bus.#f${at} = :f${at}`).join(", ");
  const ended = removal(ending);
  const record = {
    Key: connectionKey(connectionId),
    UpdateExpression: `SET ${set} ${ended.expression}`,
    ConditionExpression: "#bus.#status = :underway AND attribute_exists(#bus.#operations.#id)",
    ExpressionAttributeNames: {
      ...names,
      ...ended.names,
      "#id": id,
      ...Object.fromEntries(fields.map(({ name, at }) => [`#f${at}`, name])),
    },
    ExpressionAttributeValues: {
      ":underway": underway,
      ...Object.fromEntries(fields.map(({ value, at }) => [`:f${at}`, value])),
    },
  };
  return writtenBy(await transact({ connection: { Update: record }, row }));
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
  const { "#bus": bus, "#operations": operations } = names;
  const ended = removal(ending);
  const result = await updateItem({
    Key: connectionKey(connectionId),
    UpdateExpression: interrupted
      ? `${ended.expression} SET #bus.#interrupted = :true`
      : ended.expression,
    ConditionExpression: "attribute_exists(#bus)",
    ExpressionAttributeNames: {
      "#bus": bus,
      "#operations": operations,
      ...ended.names,
      ...(interrupted ? { "#interrupted": "eventbus_interrupted" } : {}),
    },
    ...(interrupted ? { ExpressionAttributeValues: { ":true": true } } : {}),
  });
  return result.updated ? (connectionOf(result.before) as EventbusConnection) : null;
}

const removal = (ids: readonly string[]) => ({
  expression: `REMOVE ${ids.map((_, at) => `#bus.#operations.#e${at}`).join(", ")}`,
  names: Object.fromEntries(ids.map((id, at) => [`#e${at}`, id])),
});

/** Ends operations and sets the bus back to `after`, if none has begun or ended since `before`. */
export async function resetBus(
  before: EventbusConnection,
  after: EventbusConnection,
): Promise<Written> {
  const update = {
    Key: connectionKey(before.id),
    UpdateExpression:
      "SET #bus.#status = :status, #bus.#operations = :left, #bus.#interrupted = :interrupted",
    ConditionExpression: "#bus.#status = :before AND #bus.#operations = :operations",
    ExpressionAttributeNames: { ...names, "#interrupted": "eventbus_interrupted" },
    ExpressionAttributeValues: {
      ":status": after.eventbus_status,
      ":left": after.eventbus_operations,
      ":interrupted": after.eventbus_interrupted,
      ":before": before.eventbus_status,
      ":operations": before.eventbus_operations,
    },
  };
  return writtenBy(await transact({ connection: { Update: update } }));
}

const writtenBy = (outcome: Outcome): Written =>
  outcome.committed
    ? { written: true }
    : {
        written: false,
        present: found(outcome.failed.get("connection")) as EventbusConnection | null,
      };
