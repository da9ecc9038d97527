import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { ConnectionRecord, ConnectionStatus } from "#shared/domain/connections/connection.ts";
import { firstProbing } from "#shared/domain/connections/probing.ts";
import type { ErrorCode } from "#shared/domain/errors.ts";
import { putAuditRow } from "./audit.ts";
import { connectionItem, connectionKey } from "./connections.ts";
import { putSchedule } from "./discovery-schedule.ts";
import { installationKey } from "./installations.ts";
import { all, any, drop, exists, insert, is, isAbsent, isNot, put } from "./item.ts";
import { getItems, type Item, readRecord } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import { dropTroubles } from "./run-troubles.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * Claims on what only one connection may hold, and the transactions that create and delete a
 * connection together with its claim:
 * INSTALLATION#<…> / CLAIM           who holds a source-host installation (installations.ts)
 * TENANT#<id>      / CLAIM#eventbus  the tenant's one eventbus connection
 * TENANT#<id>      / CLAIM#wif#<…>   one per audience and service account
 * TENANT#<id>      / DELETED#<…>     when a connection was deleted: everything it found counts as
 *                                    retired from then on
 */

const eventbusClaimKey = (tenantId: string): Key => ({
  pk: `TENANT#${tenantId}`,
  sk: "CLAIM#eventbus",
});

/** A tenant's eventbus connection: enough to judge an event without reading the connection. */
export interface EventbusHolder {
  connection_id: string;
  status: ConnectionStatus;
  /** The customer's 12-digit account number; it never changes. */
  remote_tenant_id: string;
}

export const getEventbusHolder = (tenantId: string): Promise<EventbusHolder | null> =>
  readRecord(eventbusClaimKey(tenantId), (item) => item.claim as EventbusHolder);

interface Claim {
  key: Key;
  item: Item;
  refusal: ErrorCode;
  /** The put may replace this tenant's own confirmed claim, if that has no connection. */
  reservedFor?: string;
}

/** The claim a connection needs; null for kinds that may be connected more than once. */
function claimOf(connection: ConnectionRecord, confirmedAt: string | null): Claim | null {
  const { id: connection_id, tenant_id, status } = connection;
  const holder = { connection_id, tenant_id, status };
  switch (connection.subtype) {
    case null:
      return {
        key: installationKey(connection.installation_id),
        item: { claim: { ...holder, confirmed_at: confirmedAt } },
        refusal: "installation_already_connected",
        reservedFor: tenant_id,
      };
    case "eventbus":
      return {
        key: eventbusClaimKey(tenant_id),
        item: { claim: { ...holder, remote_tenant_id: connection.remote_tenant_id } },
        refusal: "eventbus_connection_exists",
      };
    case "wif": {
      const hash = canonicalHash([connection.wif_audience, connection.wif_service_account_email]);
      return {
        key: { pk: `TENANT#${tenant_id}`, sk: `CLAIM#wif#${hash}` },
        item: { claim: { ...holder, remote_tenant_id: null } },
        refusal: "connection_exists",
      };
    }
    default:
      return null;
  }
}

export type Creation = { created: true } | { created: false; refusal: ErrorCode };

/**
 * Stores a new connection with its claim and audit row. `refusal` says what is already taken:
 * `installation_already_connected`, `eventbus_connection_exists`, `connection_exists`.
 * @param confirmedAt when a signed delivery confirmed that the installation is the tenant's; null:
 * not yet
 */
export async function putNewConnection(
  connection: ConnectionRecord,
  row: AuditRow,
  confirmedAt: string | null = null,
): Promise<Creation> {
  const claim = claimOf(connection, confirmedAt);
  const outcome = await transact({
    connection: insert(connectionItem(connection)),
    row: putAuditRow(row),
    schedule: putSchedule(connection.id, firstProbing(connection)),
    claim: claim === null ? undefined : putClaim(claim),
  });
  if (outcome.committed) return { created: true };
  return { created: false, refusal: claim?.refusal ?? "conflict" };
}

const putClaim = ({ key, item, reservedFor }: Claim): Action => {
  if (reservedFor === undefined) return insert({ ...key, ...item });
  const isReserved = is({ "claim.tenant_id": reservedFor, "claim.connection_id": null });
  return put({ ...key, ...item }, any(isAbsent("pk"), isReserved));
};

const hasNoBus = any(
  isNot("connection.subtype", "eventbus"),
  is({ "connection.eventbus_status": "none" }),
);

/**
 * Deletes a connection with its claim, if it has no bus and still exists.
 * @param holdsClaim whether the claim is still its own: an installation may have moved to another
 * tenant
 */
export function removeConnection(
  connection: ConnectionRecord,
  row: AuditRow,
  holdsClaim: boolean,
): Promise<Outcome<"connection" | "row" | "claim" | "deletion" | "trouble">> {
  const claim = claimOf(connection, null);
  return transact({
    trouble: dropTroubles(connection.id),
    connection: drop(connectionKey(connection.id), all(exists("pk"), hasNoBus)),
    row: putAuditRow(row),
    claim: claim === null || !holdsClaim ? undefined : deleteClaim(claim.key, connection.id),
    deletion: put({
      ...deletionKey(connection.tenant_id, connection.id),
      deleted_at: row.created_at,
    }),
  });
}

const deletionKey = (tenantId: string, id: string): Key => ({
  pk: `TENANT#${tenantId}`,
  sk: `DELETED#${id}`,
});

const deletedAtOf = (item: Item): string => String(item.deleted_at);

/** When a tenant's connection was deleted; null: it was not. */
export const deletionRead = (tenantId: string, id: string): Read<string | null> =>
  readOne(deletionKey(tenantId, id), deletedAtOf);

/** When each of these connections of a tenant was deleted; those that were not are left out. */
export async function readDeletions(
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(ids)];
  const items = await getItems(distinct.map((id) => deletionKey(tenantId, id)));
  return new Map(
    distinct.flatMap((id, at) => {
      const item = items[at];
      return item == null ? [] : [[id, deletedAtOf(item)] as const];
    }),
  );
}

const deleteClaim = (key: Key, connectionId: string): Action =>
  drop(key, is({ "claim.connection_id": connectionId }));
