import type { ConnectionRecord } from "../domain/connections/connection.ts";
import type { BusClaim } from "../domain/eventbus/bus-claim.ts";
import { connectionItem, connectionKey, connectionOf } from "./connections.ts";
import type { Item } from "./read.ts";
import { type Action, transact } from "./transact.ts";
import { updateItem } from "./update.ts";

/*
 * On the connection's own item: `eventbus_status` and `eventbus_operations`, who is at work on the
 * bus, newest first. A claim is taken without reading the connection first.
 */

export type BusClaimed =
  | { claimed: true; before: ConnectionRecord }
  /** `objectionTo` of the domain says why; null: there is no such connection. */
  | { claimed: false; standing: ConnectionRecord | null };

const found = (item: Item | null): ConnectionRecord | null =>
  item === null ? null : connectionOf(item);

/**
 * Takes a claim on a connection's bus unless `objectionTo` has something against it, which the
 * condition says in DynamoDB's words; the connection then stands as `claimedBy` says.
 */
export async function claimBus(connectionId: string, claim: BusClaim): Promise<BusClaimed> {
  const { operation, now, underway, settled } = claim;
  const result = await updateItem({
    Key: connectionKey(connectionId),
    UpdateExpression:
      "SET #bus.#status = :underway, #bus.#work = list_append(:operations, if_not_exists(#bus.#work, :nobody))",
    ConditionExpression:
      "#bus.#subtype = :eventbus AND #bus.#status <> :settled AND (" +
      "attribute_not_exists(#bus.#work[0]) OR #bus.#work[0].#until <= :now OR " +
      "(#bus.#work[0].#kind = :kind AND #bus.#work[0].#until <= :until))",
    ExpressionAttributeNames: {
      "#bus": "connection",
      "#subtype": "subtype",
      "#status": "eventbus_status",
      "#work": "eventbus_operations",
      "#kind": "kind",
      "#until": "until",
    },
    ExpressionAttributeValues: {
      ":eventbus": "eventbus",
      ":settled": settled,
      ":underway": underway,
      ":operations": [operation],
      ":nobody": [],
      ":now": now,
      ":kind": operation.kind,
      ":until": operation.until,
    },
  });
  return result.updated
    ? { claimed: true, before: connectionOf(result.before) }
    : { claimed: false, standing: found(result.standing) };
}

export type Replaced =
  | { replaced: true }
  /** How it stands instead; null: it is gone. */
  | { replaced: false; standing: ConnectionRecord | null };

/** Replaces a connection, with its audit row, if it still stands as `before`; uniqueness claims stay. */
export async function replaceConnection(
  before: ConnectionRecord,
  after: ConnectionRecord,
  further: readonly Action[],
): Promise<Replaced> {
  const outcome = await transact([
    {
      Put: {
        Item: connectionItem(after),
        ConditionExpression: "#connection = :before",
        ExpressionAttributeNames: { "#connection": "connection" },
        ExpressionAttributeValues: { ":before": before },
      },
    },
    ...further,
  ]);
  if (outcome.committed) return { replaced: true };
  return { replaced: false, standing: found(outcome.failed[0]?.item ?? null) };
}
