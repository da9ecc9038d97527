import { randomUUID } from "node:crypto";
import { auditRow } from "../../shared/domain/audit/row.ts";
import type { ConnectionRecord } from "../../shared/domain/connections/connection.ts";
import { DomainError } from "../../shared/domain/errors.ts";
import type { Customer } from "../../shared/domain/eventbus/build-bus.ts";
import { type BusOperation, claimBus, released } from "../../shared/domain/eventbus/bus-claim.ts";
import { busNameOf, RULE_NAME } from "../../shared/domain/eventbus/bus-names.ts";
import { putAuditRow } from "../../shared/store/audit.ts";
import { getAnyConnection, replaceConnection } from "../../shared/store/connections.ts";
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
 * Claims the bus of a connection for a change of it.
 * @throws DomainError `not_found`, `not_an_eventbus_connection`, `eventbus_operation_active`
 */
export async function begin({ connectionId, kind, now }: BusChange): Promise<Begun> {
  const id = randomUUID();
  return attempt(connectionId, async (connection) => {
    if (connection.subtype !== "eventbus") {
      throw new DomainError("not_an_eventbus_connection", "Only an eventbus connection has a bus.");
    }
    const claim = claimBus(connection, { id, kind }, now);
    if (claim.claimed) {
      const { committed } = await replaceConnection(connection, claim.after, []);
      return committed ? { begun: true, id, before: connection, connection: claim.after } : null;
    }
    if (claim.reason === "settled") return { begun: false, connection };
    const seconds = Math.ceil((Date.parse(claim.until) - Date.parse(now)) / 1000);
    throw new DomainError(
      "eventbus_operation_active",
      `The bus is being changed by someone else; please repeat in ${seconds} s at most.`,
      { retryAfter: Math.max(1, seconds) },
    );
  });
}

/**
 * Records where the bus stands now, with the audit row, once: if someone else has recorded it
 * already, only the claim is given back.
 * @param next the connection as it is to stand; null: that is recorded already
 * @returns whether this call was the one that recorded it
 */
export async function settle(
  change: BusChange,
  { id, connection: claimed }: Claimed,
  next: (connection: ConnectionRecord) => ConnectionRecord | null,
): Promise<boolean> {
  const decide = async (connection: ConnectionRecord) => {
    const after = next(connection);
    const { committed } = await replaceConnection(
      connection,
      after ?? released(connection, id),
      after === null ? [] : [rowOf(change, connection)],
    );
    return committed ? after !== null : null;
  };
  // Mostly nobody has changed the connection since it was claimed: then it need not be read again.
  return (await decide(claimed)) ?? attempt(change.connectionId, decide);
}

/** Gives the claim back after a failure, so that a repeat need not wait for its end. */
export async function giveBack(
  connectionId: string,
  id: string,
  next: (connection: ConnectionRecord) => ConnectionRecord = (connection) =>
    released(connection, id),
): Promise<void> {
  await attempt(connectionId, async (connection) => {
    const { committed } = await replaceConnection(connection, next(connection), []);
    return committed ? true : null;
  });
}

/** Reads, decides and writes until nobody changed the connection in between. */
async function attempt<T>(
  connectionId: string,
  decide: (connection: ConnectionRecord) => Promise<T | null>,
): Promise<T> {
  for (let tries = 0; tries < MOST_ATTEMPTS; tries += 1) {
    const connection = await getAnyConnection(connectionId);
    if (connection === null) {
      throw new DomainError("not_found", "There is no such connection.");
    }
    const result = await decide(connection);
    if (result !== null) return result;
  }
  throw new DomainError("conflict", "The connection is being changed by others; please repeat.");
}

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
