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

/** Callers at once mostly end alike then, in whatever order their claims arrive. */
const END_STEP_MS = 10_000;

/** A claim on a connection's bus, complete before anything is known of the connection. */
export interface BusClaim {
  operation: BusOperation;
  /** ISO 8601 UTC. */
  now: string;
  /** How the bus stands while someone is at work, and once nothing is left to do. */
  underway: EventbusStatus;
  settled: EventbusStatus;
}

const stages: Record<BusOperation["kind"], Pick<BusClaim, "underway" | "settled">> = {
  provision: { underway: "provisioning", settled: "provisioned" },
  deprovision: { underway: "deprovisioning", settled: "none" },
};

/** @param now ISO 8601 UTC; the claim ends 35 to 45 s later */
export function busClaim({ id, kind }: Pick<BusOperation, "id" | "kind">, now: string): BusClaim {
  const end = Math.ceil((Date.parse(now) + LEASE_MS) / END_STEP_MS) * END_STEP_MS;
  return { operation: { id, kind, until: new Date(end).toISOString() }, now, ...stages[kind] };
}

/** The same claim with a later end. */
export const lasting = (claim: BusClaim, until: string): BusClaim => ({
  ...claim,
  operation: { ...claim.operation, until },
});

/** What stands against a claim. */
export type Objection =
  | { reason: "not_an_eventbus_connection" }
  /** It already stands as wanted. */
  | { reason: "settled" }
  /** The opposite is under way. */
  | { reason: "occupied"; until: string }
  /** The same is under way for longer than the claim would last; a longer claim may stand. */
  | { reason: "outlasted"; until: string };

/**
 * Whether an operation may begin on a connection's bus. Two of the same kind may work side by side,
 * since every call of theirs gives the same result; two of opposite kinds never, so that what one
 * has removed is not made again by a straggler of the other. None ends after one that is newer, so
 * the newest alone tells of all: `claimBus` of the store says this very rule as its condition.
 * @returns null when nothing stands against the claim
 */
export function objectionTo(
  { subtype, eventbus_status, eventbus_operations }: ConnectionRecord,
  { operation, now, settled }: BusClaim,
): Objection | null {
  if (subtype !== "eventbus") return { reason: "not_an_eventbus_connection" };
  if (eventbus_status === settled) return { reason: "settled" };
  const newest = eventbus_operations?.[0];
  if (newest === undefined || newest.until <= now) return null;
  const { until } = newest;
  if (newest.kind !== operation.kind) return { reason: "occupied", until };
  return until > operation.until ? { reason: "outlasted", until } : null;
}

/** The connection once the claim is taken. */
export const claimedBy = (
  connection: ConnectionRecord,
  { operation, underway }: BusClaim,
): ConnectionRecord => ({
  ...connection,
  eventbus_status: underway,
  eventbus_operations: [operation, ...(connection.eventbus_operations ?? [])],
});

/**
 * The connection without that operation, wherever its bus stands: after an attempt that failed.
 * What died meanwhile is dropped as well.
 * @param now ISO 8601 UTC
 */
export const released = (
  connection: ConnectionRecord,
  id: string,
  now: string,
): ConnectionRecord => ({
  ...connection,
  eventbus_operations: (connection.eventbus_operations ?? []).filter(
    (operation) => operation.id !== id && operation.until > now,
  ),
});

export interface BuiltBus {
  busId: string;
  ruleId: string;
  /** ISO 8601 UTC. */
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
    ...released(connection, id, at),
    eventbus_status: "provisioned",
    eventbus_bus_id: busId,
    eventbus_rule_id: ruleId,
    eventbus_provisioned_at: at,
  };
}

/** The bus is gone. @returns null when someone else recorded that already */
export function deprovisioned(
  connection: ConnectionRecord,
  id: string,
  now: string,
): ConnectionRecord | null {
  if (connection.eventbus_status !== "deprovisioning") return null;
  return {
    ...released(connection, id, now),
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
export function unbuilt(connection: ConnectionRecord, id: string, now: string): ConnectionRecord {
  const after = released(connection, id, now);
  const isLast = after.eventbus_operations?.length === 0;
  return isLast && after.eventbus_status === "provisioning"
    ? { ...after, eventbus_status: "none" }
    : after;
}
