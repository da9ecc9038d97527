import type { EventbusConnection } from "#shared/domain/connections/connection.ts";
import { busNameOf, RULE_NAME } from "./bus-names.ts";
import type { BusChangeKind, BusLease, BusState, EventbusStatus } from "./bus-state.ts";

/** Longer than a function may run (29 s) and clocks may differ: past it the work has ended. */
const LEASE_MS = 35_000;

/** Then simultaneous claims mostly end alike, in whatever order they arrive. */
const END_STEP_MS = 10_000;

/** A claim on a connection's bus, complete before anything is known of the connection. */
export interface BusClaim {
  /** Of the operation. */
  id: string;
  lease: BusLease;
  /** ISO 8601 UTC. */
  now: string;
  /** The status of the bus while someone is at work on it, and the one it is to have in the end. */
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

/** The opposite is under way. */
export interface Occupied {
  reason: "occupied";
  until: string;
}

/** What speaks against a claim. */
export type Objection =
  /** The bus is already as it is wanted. */
  | { reason: "reached" }
  | Occupied
  /** The same is under way for longer than the claim would last; a longer claim may be accepted. */
  | { reason: "outlasted"; until: string };

/**
 * Whether an operation may begin on a connection's bus. Two of the same kind may work concurrently,
 * since every call of theirs gives the same result; two of opposite kinds never, so that what one
 * has removed is not made again by a straggler of the other. The lease ends with the last of them:
 * it is never shortened while someone is at work. `claimBus` of the store says this very rule as its
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

/** The connection once the claim is taken. */
export const claimedBy = (
  connection: EventbusConnection,
  { id, lease, underway }: BusClaim,
): EventbusConnection => ({
  ...connection,
  eventbus_status: underway,
  eventbus_lease: lease,
  eventbus_operations: { ...connection.eventbus_operations, [id]: lease.until },
});

/** This many fit into one DynamoDB expression (4 KB); the next claim takes the rest along. */
const MOST_DEAD = 50;

/** The operations that a claim takes along when it ends: its own, and those that had died before. */
export const endingWith = (
  { eventbus_operations }: EventbusConnection,
  { id, now }: BusClaim,
): readonly string[] => [
  id,
  ...Object.entries(eventbus_operations)
    .filter(([other, until]) => other !== id && until <= now)
    .map(([other]) => other)
    .slice(0, MOST_DEAD),
];

/**
 * Whether work that begins now completes what an earlier attempt left: none is at work any more, or
 * one died or gave up on the way. Two that begin at the same time are both a first attempt.
 * @param before the connection as the claim found it
 */
export function isRecovery(before: EventbusConnection, { now }: BusClaim): boolean {
  if (before.eventbus_status === "none") return false;
  const ends = Object.values(before.eventbus_operations);
  const isSideBySide = ends.length > 0 && ends.every((until) => until > now);
  return before.eventbus_interrupted || !isSideBySide;
}

/** What a finished operation says of the connection. */
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
 * The state of the record of a claim's work; `recordBus` of the store demands that it is open.
 * `taken_over`: the claim ended before the work did, so that it cannot vouch for the bus any more.
 */
export function recordOf(
  { eventbus_status, eventbus_operations }: EventbusConnection,
  { id, underway, goal }: BusClaim,
): "open" | "recorded" | "taken_over" {
  if (eventbus_status === goal) return "recorded";
  const isMine = Object.hasOwn(eventbus_operations, id);
  return eventbus_status === underway && isMine ? "open" : "taken_over";
}

/** The connection once the claim is given back, whatever the state of its bus. */
export function released(connection: EventbusConnection, claim: BusClaim): EventbusConnection {
  const ending = endingWith(connection, claim);
  const others = Object.entries(connection.eventbus_operations).filter(
    ([id]) => !ending.includes(id),
  );
  return { ...connection, eventbus_operations: Object.fromEntries(others) };
}

/**
 * After a refusal to create the bus at all: nothing of it is there, so the connection is as before
 * the first attempt, unless others are still at work on it.
 */
export function unbuilt(connection: EventbusConnection, claim: BusClaim): EventbusConnection {
  const after = released(connection, claim);
  const isLast = Object.keys(after.eventbus_operations).length === 0;
  return isLast && after.eventbus_status === claim.underway
    ? { ...after, eventbus_status: "none", eventbus_interrupted: false }
    : after;
}
