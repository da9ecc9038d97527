import type { ConnectionRecord, EventbusStatus } from "../connections/connection.ts";

/** Someone who is building or demolishing a bus right now. */
export interface BusOperation {
  id: string;
  kind: "provision" | "deprovision";
  /** ISO 8601; whoever has not ended by then is dead. */
  until: string;
}

/** Longer than a function may run (29 s) and clocks may differ: past it nobody is at work any more. */
const LEASE_MS = 35_000;

export type Claim =
  | { claimed: true; after: ConnectionRecord }
  /** It already stands as wanted. */
  | { claimed: false; reason: "settled" }
  /** The opposite is under way. */
  | { claimed: false; reason: "occupied"; until: string };

const underway: Record<BusOperation["kind"], EventbusStatus> = {
  provision: "provisioning",
  deprovision: "deprovisioning",
};
const reached: Record<BusOperation["kind"], EventbusStatus> = {
  provision: "provisioned",
  deprovision: "none",
};

const living = (connection: ConnectionRecord, now: string): BusOperation[] =>
  (connection.eventbus_operations ?? []).filter(({ until }) => until > now);

/**
 * Begins an operation on a connection's bus. Two of the same kind may work side by side, since every
 * call of theirs gives the same result; two of opposite kinds never, so that what one has removed is
 * not made again by a straggler of the other.
 */
export function claimBus(
  connection: ConnectionRecord,
  { id, kind }: Pick<BusOperation, "id" | "kind">,
  now: string,
): Claim {
  if (connection.eventbus_status === reached[kind]) return { claimed: false, reason: "settled" };
  const others = living(connection, now);
  const opposite = others.find((operation) => operation.kind !== kind);
  if (opposite !== undefined) return { claimed: false, reason: "occupied", until: opposite.until };
  const until = new Date(Date.parse(now) + LEASE_MS).toISOString();
  return {
    claimed: true,
    after: {
      ...connection,
      eventbus_status: underway[kind],
      eventbus_operations: [...others, { id, kind, until }],
    },
  };
}

/** The connection without that operation, wherever its bus stands: after an attempt that failed. */
export const released = (connection: ConnectionRecord, id: string): ConnectionRecord => ({
  ...connection,
  eventbus_operations: (connection.eventbus_operations ?? []).filter((entry) => entry.id !== id),
});

export interface BuiltBus {
  busId: string;
  ruleId: string;
  at: string;
}

/** The bus stands. @returns null when someone else recorded that already */
export function provisioned(
  connection: ConnectionRecord,
  id: string,
  { busId, ruleId, at }: BuiltBus,
): ConnectionRecord | null {
  if (connection.eventbus_status !== "provisioning") return null;
  return {
    ...released(connection, id),
    eventbus_status: "provisioned",
    eventbus_bus_id: busId,
    eventbus_rule_id: ruleId,
    eventbus_provisioned_at: at,
  };
}

/** The bus is gone. @returns null when someone else recorded that already */
export function deprovisioned(connection: ConnectionRecord, id: string): ConnectionRecord | null {
  if (connection.eventbus_status !== "deprovisioning") return null;
  return {
    ...released(connection, id),
    eventbus_status: "none",
    eventbus_bus_id: null,
    eventbus_rule_id: null,
    eventbus_provisioned_at: null,
  };
}

/**
 * After a refusal to create the bus at all: nothing of it is there, so the connection is as before
 * the first attempt, unless others are still at work on it.
 */
export function unbuilt(connection: ConnectionRecord, id: string): ConnectionRecord {
  const after = released(connection, id);
  const isLast = after.eventbus_operations?.length === 0;
  return isLast && after.eventbus_status === "provisioning"
    ? { ...after, eventbus_status: "none" }
    : after;
}
