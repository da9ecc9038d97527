import type { Probing } from "#shared/domain/connections/probing.ts";
import { all, change, drop, exists, is, isAbsent, put } from "./item.ts";
import { getItem, queryOnce } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * CONNECTION#<id> / SCHEDULE   the instant from which the tick counts to the next full run
 *                              `probing`: no full run has begun, the customer's side has not let it in
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
  /** null: the connection may run. */
  probing: Probing | null;
}

/** Adds a new connection to the schedule; part of the transaction that creates it. */
export const putSchedule = (connectionId: string, probing: Probing | null): Action =>
  put({
    ...scheduleKey(connectionId),
    ...placedAt(connectionId, NEVER),
    ...(probing === null ? {} : { probing }),
  });

const placeOf = (connectionId: string, since: string): string => `${since}#${connectionId}`;

const placedAt = (connectionId: string, since: string) =>
  indexEntry("gsi2", PARTITION, placeOf(connectionId, since));

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
export const endProbing = (connectionId: string): Action =>
  change(scheduleKey(connectionId), {
    set: placedAt(connectionId, NEVER),
    remove: ["probing"],
    where: exists("probing"),
  });

/**
 * Records that a connection's full run began; part of the transaction that starts it. From then on the
 * runs themselves show whether the customer's side lets the connection in, so the probing ends.
 */
export const noteBegun = (connectionId: string, since: string): Action =>
  change(scheduleKey(connectionId), { set: placedAt(connectionId, since), remove: ["probing"] });

/**
 * Like `noteBegun`, but only if place and probe are still as they were read, so that only one of two
 * ticks continues, and none undoes the end of the probing.
 * @param probing what is known afterwards about its probe; null: it passed
 */
export const moveInSchedule = (
  { connection_id, since, probing: before }: Scheduled,
  to: string,
  probing = before,
): Action =>
  change(scheduleKey(connection_id), {
    set: { ...placedAt(connection_id, to), probing: probing ?? undefined },
    remove: probing === null ? ["probing"] : [],
    where: all(
      is({ gsi2sk: placeOf(connection_id, since) }),
      before === null ? isAbsent("probing") : is({ "probing.tries": before.tries }),
    ),
  });

/** Removes a deleted connection from the schedule. */
export const leaveSchedule = ({ connection_id }: Scheduled): Action =>
  drop(scheduleKey(connection_id));
