import type { EventbusConnection } from "#shared/domain/connections/connection.ts";
import { busNameOf, RULE_NAME } from "./bus-names.ts";
import type { BusChangeKind, BusLease, BusState, EventbusStatus } from "./bus-state.ts";

/** Longer than a function's timeout (29 s) plus clock skew: past it the work has ended. */
const LEASE_MS = 35_000;

/** Lease ends are rounded up to it, so that concurrent claims mostly end at the same time. */
const END_STEP_MS = 10_000;

/** A claim on a connection's bus, made without knowing the connection's state. */
export interface BusClaim {
  /** The operation's id. */
  id: string;
  lease: BusLease;
  /** ISO 8601 UTC. */
  now: string;
  /** The status of the bus during the operation, and the status to reach. */
  underway: EventbusStatus;
  goal: EventbusStatus;
}

const stages: Record<BusChangeKind, Pick<BusClaim, "underway" | "goal">> = {
  provision: { underway: "provisioning", goal: "provisioned" },
  deprovision: { underway: "deprovisioning", goal: "none" },
};

/** @param now ISO 8601 UTC; the claim ends 35 to 45 s later */
export function busClaim(id: string, kind: BusChangeKind, now: string): BusClaim {
  const end = Math.ceil((Date.parse(now) + LEASE_MS) / END_STEP_MS) * END_STEP_MS;
  return { id, lease: { kind, until: new Date(end).toISOString() }, now, ...stages[kind] };
}

/** The same claim with a later end. */
export const lasting = (claim: BusClaim, until: string): BusClaim => ({
  ...claim,
  lease: { ...claim.lease, until },
});

/** An operation of the opposite kind is in progress. */
export interface Occupied {
  reason: "occupied";
  until: string;
}

/** Why a claim is rejected. */
export type Objection =
  /** The bus already has the wanted status. */
  | { reason: "reached" }
  | Occupied
  /**
   * An operation of the same kind holds a lease that outlasts the claim; a longer claim may be
   * accepted.
   */
  | { reason: "outlasted"; until: string };

/**
 * Whether an operation may start on a connection's bus. Two of the same kind may run concurrently,
 * because all their calls are idempotent. Two of opposite kinds may not, because a straggler of one
 * would recreate what the other has removed. The lease lasts until the last operation's end: it is
 * never shortened while one is running. The store's `claimBus` enforces this same rule as its
 * condition.
 * @returns null when there is no objection to the claim
 */
export function objectionTo(connection: EventbusConnection, claim: BusClaim): Objection | null {
  const { eventbus_status, eventbus_lease: lease, eventbus_operations } = connection;
  if (eventbus_status === claim.goal) return { reason: "reached" };
  const isIdle = Object.keys(eventbus_operations).length === 0;
  if (isIdle || lease === null || lease.until <= claim.now) return null;
  const { kind, until } = lease;
  if (kind !== claim.lease.kind) return { reason: "occupied", until };
  return until > claim.lease.until ? { reason: "outlasted", until } : null;
}

/** The connection once the claim is accepted. */
export const claimedBy = (
  connection: EventbusConnection,
  { id, lease, underway }: BusClaim,
): EventbusConnection => ({
  ...connection,
  eventbus_status: underway,
  eventbus_lease: lease,
  eventbus_operations: { ...connection.eventbus_operations, [id]: lease.until },
});

/** This many fit into one DynamoDB expression (4 KB); the next claim removes the rest. */
const MAX_DEAD = 50;

/** The operations to remove when a claim ends: its own, and those that had expired before. */
export const endingWith = (
  { eventbus_operations }: EventbusConnection,
  { id, now }: BusClaim,
): readonly string[] => [
  id,
  ...Object.entries(eventbus_operations)
    .filter(([other, until]) => other !== id && until <= now)
    .map(([other]) => other)
    .slice(0, MAX_DEAD),
];

/**
 * Whether work starting now completes an interrupted attempt: no other operation is running, or one
 * has died or given up. Operations that start at the same time all count as first attempts.
 * @param before the connection as the claim found it
 */
export function isRecovery(before: EventbusConnection, { now }: BusClaim): boolean {
  if (before.eventbus_status === "none") return false;
  const ends = Object.values(before.eventbus_operations);
  const isSideBySide = ends.length > 0 && ends.every((until) => until > now);
  return before.eventbus_interrupted || !isSideBySide;
}

/** The fields of the connection that a finished operation sets. */
export type BusRecord = Omit<BusState, "eventbus_lease" | "eventbus_operations">;

/** The connection once the claimed work is done. */
export const stateAfter = ({ lease, now, goal }: BusClaim, tenantId: string): BusRecord =>
  lease.kind === "provision"
    ? {
        eventbus_status: goal,
        eventbus_bus_id: busNameOf(tenantId),
        eventbus_rule_id: RULE_NAME,
        eventbus_provisioned_at: now,
        eventbus_interrupted: false,
      }
    : {
        eventbus_status: goal,
        eventbus_bus_id: null,
        eventbus_rule_id: null,
        eventbus_provisioned_at: null,
        eventbus_interrupted: false,
      };

/**
 * Whether a claim's result can still be recorded; the store's `recordBus` requires `open`.
 * `taken_over`: the claim expired before the work ended, so it can no longer vouch for the bus.
 */
export function recordOf(
  { eventbus_status, eventbus_operations }: EventbusConnection,
  { id, underway, goal }: BusClaim,
): "open" | "recorded" | "taken_over" {
  if (eventbus_status === goal) return "recorded";
  const isMine = Object.hasOwn(eventbus_operations, id);
  return eventbus_status === underway && isMine ? "open" : "taken_over";
}

/** The connection once the claim is released, whatever the state of its bus. */
export function released(connection: EventbusConnection, claim: BusClaim): EventbusConnection {
  const ending = endingWith(connection, claim);
  const others = Object.entries(connection.eventbus_operations).filter(
    ([id]) => !ending.includes(id),
  );
  return { ...connection, eventbus_operations: Object.fromEntries(others) };
}

/**
 * The connection after creating the bus was refused outright: nothing of it exists, so the
 * connection is as before the first attempt, unless other operations are still running.
 */
export function unbuilt(connection: EventbusConnection, claim: BusClaim): EventbusConnection {
  const after = released(connection, claim);
  const isLast = Object.keys(after.eventbus_operations).length === 0;
  return isLast && after.eventbus_status === claim.underway
    ? { ...after, eventbus_status: "none", eventbus_interrupted: false }
    : after;
}
