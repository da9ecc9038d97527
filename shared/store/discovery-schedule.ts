import type { Probing } from "#shared/domain/connections/probing.ts";
import { getItem, queryOnce } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * CONNECTION#<id> / SCHEDULE   the instant from which the tick counts to the next full run
 *                              `probing`: the customer's side has not let it in yet
 * gsi2 all connections, sk <since>#<connection id>: longest waiting first
 */

const PARTITION = "SCHEDULE";

/** Sorts before every instant: a connection without a full run is due at once. */
const NEVER = "0000";

const scheduleKey = (connectionId: string): Key => ({
  pk: `CONNECTION#${connectionId}`,
  sk: "SCHEDULE",
});

/** A connection's place in the schedule. */
export interface Scheduled {
  connection_id: string;
  /** When its last full run began, ISO 8601, or {@link NEVER}; as it was read. */
  since: string;
  /** null: it may run. */
  probing: Probing | null;
}

/** Adds a new connection to the schedule; part of the transaction that creates it. */
export const putSchedule = (connectionId: string, probing: Probing | null): Action => ({
  Put: {
    Item: {
      ...scheduleKey(connectionId),
      ...indexEntry("gsi2", PARTITION, placeOf(connectionId, NEVER)),
      ...(probing === null ? {} : { probing }),
    },
  },
});

const placeOf = (connectionId: string, since: string): string => `${since}#${connectionId}`;

/** The connections that have waited since before an instant, the longest waiting first. */
export async function readWaiting(before: string, limit: number): Promise<Scheduled[]> {
  const { items } = await queryOnce({ index: "gsi2", pk: PARTITION, below: before, limit });
  return items.map(({ gsi2sk, probing = null }) => {
    const [since = NEVER, connection_id = ""] = String(gsi2sk).split("#");
    return { connection_id, since, probing: probing as Probing | null };
  });
}

/** The state of a connection that has not been let in yet; null: it has been, or needs no probe. */
export async function readProbing(connectionId: string): Promise<Probing | null> {
  const item = await getItem(scheduleKey(connectionId));
  return (item?.probing ?? null) as Probing | null;
}

/** The customer's side let it in: the first full run is due at once. Fails if none was waiting. */
export const endProbing = (connectionId: string): Action => ({
  Update: {
    Key: scheduleKey(connectionId),
    UpdateExpression: "SET gsi2sk = :place REMOVE probing",
    ConditionExpression: "attribute_exists(probing)",
    ExpressionAttributeValues: { ":place": placeOf(connectionId, NEVER) },
  },
});

/** Records that a connection's full run began; part of the transaction that starts it. */
export const noteBegun = (connectionId: string, since: string): Action => {
  const { gsi2pk, gsi2sk } = indexEntry("gsi2", PARTITION, placeOf(connectionId, since));
  return {
    Update: {
      Key: scheduleKey(connectionId),
      UpdateExpression: "SET gsi2pk = :pk, gsi2sk = :sk",
      ExpressionAttributeValues: { ":pk": gsi2pk, ":sk": gsi2sk },
    },
  };
};

/**
 * As `noteBegun`, but only if the place is still the one read: only one of two ticks continues.
 * @param probing what is known afterwards about its probe; null: it passed
 */
export function moveInSchedule(
  { connection_id, since, probing: before }: Scheduled,
  to: string,
  probing = before,
): Action {
  const { Update } = noteBegun(connection_id, to);
  const set = "SET gsi2pk = :pk, gsi2sk = :sk";
  return {
    Update: {
      ...Update,
      Key: scheduleKey(connection_id),
      UpdateExpression: probing === null ? `${set} REMOVE probing` : `${set}, probing = :probing`,
      ConditionExpression: "gsi2sk = :read",
      ExpressionAttributeValues: {
        ...Update?.ExpressionAttributeValues,
        ...(probing === null ? {} : { ":probing": probing }),
        ":read": placeOf(connection_id, since),
      },
    },
  };
}

/** Removes a deleted connection from the schedule. */
export const leaveSchedule = ({ connection_id }: Scheduled): Action => ({
  Delete: { Key: scheduleKey(connection_id) },
});
