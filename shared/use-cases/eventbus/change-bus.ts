import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import type { EventbusConnection } from "#shared/domain/connections/connection.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import type { Customer } from "#shared/domain/eventbus/build-bus.ts";
import {
  type BusClaim,
  busClaim,
  claimedBy,
  endingWith,
  lasting,
  type Occupied,
  objectionTo,
  recordOf,
  released,
  stateAfter,
  unbuilt,
} from "#shared/domain/eventbus/bus-claim.ts";
import { busNameOf, RULE_NAME } from "#shared/domain/eventbus/bus-names.ts";
import type { BusChangeKind } from "#shared/domain/eventbus/bus-state.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { claimBus, endOperations, recordBus, resetBus } from "#shared/store/bus-claims.ts";
import { type Action, type Attempt, retryOnConflict } from "#shared/store/transact.ts";

export interface BusChange {
  connectionId: string;
  kind: BusChangeKind;
  actorUserId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** An accepted claim, with the connection before and after it. */
export interface Claimed {
  claim: BusClaim;
  before: EventbusConnection;
  connection: EventbusConnection;
}

export type Begun =
  | ({ begun: true } & Claimed)
  /** The bus is already in the desired state. */
  | { begun: false; connection: EventbusConnection };

/**
 * Claims a connection's bus for a change without reading the connection first. It takes one round trip,
 * unless an earlier claim of the same kind ends later than this one.
 * @throws DomainError `not_found`, `not_an_eventbus_connection`, `eventbus_operation_active`
 */
export function begin({ connectionId, kind, now }: BusChange): Promise<Begun> {
  const decide = async (claim: BusClaim): Promise<Attempt<BusClaim, Begun>> => {
    const result = await claimBus(connectionId, claim);
    if (result.claimed) {
      const { before } = result;
      return { done: { begun: true, claim, before, connection: claimedBy(before, claim) } };
    }
    const connection = result.present ?? unknownConnection();
    if (connection.subtype !== "eventbus") {
      throw new DomainError("not_an_eventbus_connection", "Only an eventbus connection has a bus.");
    }
    const objection = objectionTo(connection, claim);
    if (objection?.reason === "reached") return { done: { begun: false, connection } };
    if (objection === null) return { conflict: claim };
    if (objection.reason === "outlasted") return { conflict: lasting(claim, objection.until) };
    throw occupied(objection, now);
  };
  return retryOnConflict(busClaim(randomUUID(), kind, now), decide);
}

function occupied({ until }: Occupied, now: string): DomainError {
  const seconds = Math.ceil((Date.parse(until) - Date.parse(now)) / 1000);
  return new DomainError(
    "eventbus_operation_active",
    `Someone else is changing the bus; please try again in at most ${seconds} s.`,
    { retryAfter: Math.max(1, seconds) },
  );
}

/**
 * Records the new state of the bus once, with the audit row: if another call has already recorded
 * it, this one only releases its claim.
 * @returns whether this call was the one that recorded it
 */
export async function recordChange(change: BusChange, claimed: Claimed): Promise<boolean> {
  const { claim, connection } = claimed;
  const state = stateAfter(claim, connection.tenant_id);
  const ending = endingWith(connection, claim);
  const row = rowOf(change, connection);
  const result = await recordBus(connection.id, claim, state, ending, row);
  if (result.written) return true;
  const present = result.present ?? unknownConnection();
  await endOperations(connection.id, ending);
  if (recordOf(present, claim) === "taken_over") throw busyBus();
  return false;
}

/** Releases the claim after failed work, so that the opposite change need not await its expiry. */
export const giveBack = ({ claim, connection }: Claimed): Promise<EventbusConnection | null> =>
  endOperations(connection.id, endingWith(connection, claim), true);

/**
 * Releases the claim after a refusal to create the bus at all. This takes one step if nobody else
 * intervened; otherwise it takes two, and the second takes effect for the last claim released.
 */
export async function giveBackUnbuilt(claimed: Claimed): Promise<void> {
  const { claim, connection } = claimed;
  const { written } = await resetBus(connection, unbuilt(connection, claim));
  if (written) return;
  const before = await endOperations(connection.id, endingWith(connection, claim));
  if (before === null) return;
  const left = released(before, claim);
  await resetBus(left, unbuilt(left, claim));
}

function unknownConnection(): never {
  throw noSuch("connection");
}

export const customerOf = ({ tenant_id, remote_tenant_id }: EventbusConnection): Customer => ({
  tenantId: tenant_id,
  account: remote_tenant_id,
});

function rowOf(
  { kind, actorUserId, now }: BusChange,
  connection: EventbusConnection,
): readonly Action[] {
  const word = kind === "provision" ? "bus_provisioned" : "bus_deprovisioned";
  return putAuditRow(
    auditRow({
      action: `platform.cloudb_eventbus.${word}`,
      resourceId: connection.id,
      tenantId: connection.tenant_id,
      actorUserId,
      context: {
        connection_id: connection.id,
        account: connection.remote_tenant_id,
        bus_id: busNameOf(connection.tenant_id),
        rule_id: RULE_NAME,
      },
      id: randomUUID(),
      at: now,
    }),
  );
}

/** The bus cannot be changed right now; repeating the call continues where it stopped. */
export const busyBus = (): DomainError =>
  new DomainError(
    "dependency_unavailable",
    "The event bus is not ready for the next step yet; the same call continues from here.",
    { retryAfter: 5 },
  );
