import { randomUUID } from "node:crypto";
import { auditRow } from "../../shared/domain/audit/row.ts";
import type { ConnectionRecord } from "../../shared/domain/connections/connection.ts";
import { DomainError } from "../../shared/domain/errors.ts";
import type { Customer } from "../../shared/domain/eventbus/build-bus.ts";
import {
  type BusOperation,
  busClaim,
  claimedBy,
  lasting,
  type Objection,
  objectionTo,
  released,
} from "../../shared/domain/eventbus/bus-claim.ts";
import { busNameOf, RULE_NAME } from "../../shared/domain/eventbus/bus-names.ts";
import { putAuditRow } from "../../shared/store/audit.ts";
import { claimBus, replaceConnection } from "../../shared/store/bus-claims.ts";
import type { Action } from "../../shared/store/transact.ts";

export interface BusChange {
  connectionId: string;
  kind: BusOperation["kind"];
  actorUserId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** A claim that stands: its id, and the connection before it and with it. */
export interface Claimed {
  id: string;
  before: ConnectionRecord;
  connection: ConnectionRecord;
}

export type Begun =
  | ({ begun: true } & Claimed)
  /** It stands as wanted already. */
  | { begun: false; connection: ConnectionRecord };

const MOST_ATTEMPTS = 12;

/**
 * Claims the bus of a connection for a change of it, without reading the connection first: one
 * round trip, unless a claim of the same kind that arrived before ends later.
 * @throws DomainError `not_found`, `not_an_eventbus_connection`, `eventbus_operation_active`
 */
export async function begin({ connectionId, kind, now }: BusChange): Promise<Begun> {
  const id = randomUUID();
  let claim = busClaim({ id, kind }, now);
  for (let tries = 0; tries < MOST_ATTEMPTS; tries += 1) {
    const result = await claimBus(connectionId, claim);
    if (result.claimed) {
      const { before } = result;
      return { begun: true, id, before, connection: claimedBy(before, claim) };
    }
    const connection = result.standing ?? unknownConnection();
    const objection = objectionTo(connection, claim);
    if (objection?.reason === "settled") return { begun: false, connection };
    if (objection?.reason === "outlasted") claim = lasting(claim, objection.until);
    else if (objection !== null) throw refusalOf(objection, now);
  }
  throw manyOthers();
}

function refusalOf(
  objection: Exclude<Objection, { reason: "settled" | "outlasted" }>,
  now: string,
): DomainError {
  if (objection.reason === "not_an_eventbus_connection") {
    return new DomainError(objection.reason, "Only an eventbus connection has a bus.");
  }
  const seconds = Math.ceil((Date.parse(objection.until) - Date.parse(now)) / 1000);
  return new DomainError(
    "eventbus_operation_active",
    `The bus is being changed by someone else; please repeat in ${seconds} s at most.`,
    { retryAfter: Math.max(1, seconds) },
  );
}

/**
 * Records where the bus stands now, with the audit row, once: if someone else has recorded it
 * already, only the claim is given back.
 * @param next the connection as it is to stand; null: that is recorded already
 * @returns whether this call was the one that recorded it
 */
export async function settle(
  change: BusChange,
  { id, connection }: Claimed,
  next: (connection: ConnectionRecord) => ConnectionRecord | null,
): Promise<boolean> {
  let isFirst = false;
  await replace(connection, (standing) => {
    const after = next(standing);
    isFirst = after !== null;
    return after === null
      ? { after: released(standing, id, change.now), rows: [] }
      : { after, rows: [rowOf(change, standing)] };
  });
  return isFirst;
}

/** Gives the claim back after a failure, so that a repeat need not wait for its end. */
export async function giveBack(
  { now }: BusChange,
  { id, connection }: Claimed,
  next: typeof released = released,
): Promise<void> {
  await replace(connection, (standing) => ({ after: next(standing, id, now), rows: [] }));
}

/**
 * Replaces a connection; what somebody else made of it meanwhile came back with the refusal and is
 * decided on again. Mostly nobody has changed it since it was claimed: then it is one round trip.
 */
async function replace(
  claimed: ConnectionRecord,
  decide: (standing: ConnectionRecord) => { after: ConnectionRecord; rows: readonly Action[] },
): Promise<void> {
  let standing = claimed;
  for (let tries = 0; tries < MOST_ATTEMPTS; tries += 1) {
    const { after, rows } = decide(standing);
    const result = await replaceConnection(standing, after, rows);
    if (result.replaced) return;
    standing = result.standing ?? unknownConnection();
  }
  throw manyOthers();
}

function unknownConnection(): never {
  throw new DomainError("not_found", "There is no such connection.");
}

const manyOthers = (): DomainError =>
  new DomainError("conflict", "The connection is being changed by others; please repeat.");

export const customerOf = ({ tenant_id, remote_tenant_id }: ConnectionRecord): Customer => ({
  tenantId: tenant_id,
  account: remote_tenant_id ?? "",
});

function rowOf({ kind, actorUserId, now }: BusChange, connection: ConnectionRecord): Action {
  const word = kind === "provision" ? "bus_provisioned" : "bus_deprovisioned";
  return putAuditRow(
    auditRow({
      action: `platform.cloudb_eventbus.${word}`,
      resourceId: connection.id,
      tenantId: connection.tenant_id,
      actorUserId,
      context: {
        connection_id: connection.id,
        account: connection.remote_tenant_id ?? "",
        bus_id: busNameOf(connection.tenant_id),
        rule_id: RULE_NAME,
      },
      id: randomUUID(),
      at: now,
    }),
  );
}

/** The bus could not be changed now; the same call goes on from where it stopped. */
export const busyBus = (): DomainError =>
  new DomainError(
    "dependency_unavailable",
    "The event bus is not ready for the next step yet; the same call goes on from here.",
    { retryAfter: 5 },
  );
