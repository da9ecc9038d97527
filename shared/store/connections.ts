import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import {
  type ConnectionProvider,
  type ConnectionRecord,
  type ConnectionStatus,
  readConnection,
} from "#shared/domain/connections/connection.ts";
import type { ErrorCode } from "#shared/domain/errors.ts";
import { putAuditRow } from "./audit.ts";
import { putSchedule } from "./discovery-schedule.ts";
import { installationKey, setInstallationStatus } from "./installations.ts";
import { type Listing, type Page, type Paging, pageOf } from "./page.ts";
import { getItem, getItems, type Item, queryAll } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * CONNECTION#<id>  / META            the connection; gsi1 by tenant, gsi2 all, sk <created_at>#<id>
 * INSTALLATION#<…> / CLAIM           who holds a source-host installation (installations.ts)
 * TENANT#<id>      / CLAIM#eventbus  the tenant's one eventbus connection
 * TENANT#<id>      / CLAIM#wif#<…>   one per audience and service account
 * TENANT#<id>      / DELETED#<…>     a connection that was deleted, and when: all that it found is
 *                                    retired since then
 *
 * A claim is put only where none is, in the transaction that puts its connection, and goes with it.
 */

export const connectionKey = (id: string): Key => ({ pk: `CONNECTION#${id}`, sk: "META" });

export const tenantPartition = (tenantId: string): string => `CONNECTIONS#TENANT#${tenantId}`;
const ALL = "CONNECTIONS#ALL";

/** Its entry in the list of all connections. */
export const allEntry = ({ id, created_at }: ConnectionRecord) =>
  indexEntry("gsi2", ALL, `${created_at}#${id}`);

export const connectionOf = (item: Item): ConnectionRecord =>
  readConnection(item.connection as Record<string, unknown>);

export const connectionRead = (id: string): Read<ConnectionRecord | null> =>
  readOne(connectionKey(id), connectionOf);

/** The connection if it is this tenant's; another tenant's is null, as one that does not exist. */
export async function getConnection(
  id: string,
  tenantId: string,
): Promise<ConnectionRecord | null> {
  const connection = await getAnyConnection(id);
  return connection?.tenant_id === tenantId ? connection : null;
}

/** The connection, whichever tenant's it is: for platform admins and for jobs. */
export async function getAnyConnection(id: string): Promise<ConnectionRecord | null> {
  const item = await getItem(connectionKey(id));
  return item ? connectionOf(item) : null;
}

export interface ConnectionFilters {
  /** Left out: of every tenant. */
  tenantId?: string | undefined;
  provider?: ConnectionProvider | undefined;
  status?: ConnectionStatus | undefined;
}

/** A page of connections, oldest first. */
export async function connectionPage(
  { tenantId, provider, status }: ConnectionFilters,
  paging: Paging,
): Promise<Page<ConnectionRecord>> {
  const listing: Listing =
    tenantId === undefined
      ? { index: "gsi2", partitions: [ALL] }
      : { index: "gsi1", partitions: [tenantPartition(tenantId)] };
  const keep = (connection: ConnectionRecord): boolean =>
    (provider === undefined || connection.provider === provider) &&
    (status === undefined || connection.status === status);
  const isFiltered = provider !== undefined || status !== undefined;
  return pageOf(listing, paging, connectionOf, isFiltered ? keep : undefined);
}

/** All connections of a tenant, in the order of their creation. */
export const readTenantConnections = async (tenantId: string): Promise<ConnectionRecord[]> =>
  (await queryAll({ index: "gsi1", pk: tenantPartition(tenantId) })).map(connectionOf);

/** The same for several, in order. */
export const getAnyConnections = async (
  ids: readonly string[],
): Promise<(ConnectionRecord | null)[]> =>
  (await getItems(ids.map(connectionKey))).map((item) =>
    item === null ? null : connectionOf(item),
  );

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

export async function getEventbusHolder(tenantId: string): Promise<EventbusHolder | null> {
  const item = await getItem(eventbusClaimKey(tenantId));
  return item === null ? null : (item.claim as EventbusHolder);
}

/** Demands that an eventbus connection is still the tenant's; joins a transaction about it. */
export const eventbusStillHeldBy = (tenantId: string, connectionId: string): Action => ({
  ConditionCheck: {
    Key: eventbusClaimKey(tenantId),
    ConditionExpression: "#claim.#connection_id = :connection_id",
    ExpressionAttributeNames: { "#claim": "claim", "#connection_id": "connection_id" },
    ExpressionAttributeValues: { ":connection_id": connectionId },
  },
});

export const connectionItem = (connection: ConnectionRecord): Item => {
  const sk = `${connection.created_at}#${connection.id}`;
  return {
    ...connectionKey(connection.id),
    ...indexEntry("gsi1", tenantPartition(connection.tenant_id), sk),
    ...allEntry(connection),
    connection,
  };
};

/** Demands that the connection is there; joins a transaction about it. */
export const connectionExists = (id: string): Action => ({
  ConditionCheck: { Key: connectionKey(id), ConditionExpression: "attribute_exists(pk)" },
});

interface Claim {
  key: Key;
  item: Item;
  refusal: ErrorCode;
  /** When the put may replace what is there: the tenant's own confirmed claim without connection. */
  reservedFor?: string;
}

/** What only one connection may have; null where anything may be connected twice. */
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
 * Stores a new connection with its claim and audit row. `refusal` says what it would have to share:
 * `installation_already_connected`, `eventbus_connection_exists`, `connection_exists`.
 * @param confirmedAt when a signed delivery gave the installation to the tenant; null: none has yet
 */
export async function putNewConnection(
  connection: ConnectionRecord,
  row: AuditRow,
  confirmedAt: string | null = null,
): Promise<Creation> {
  const claim = claimOf(connection, confirmedAt);
  const outcome = await transact({
    connection: {
      Put: { Item: connectionItem(connection), ConditionExpression: "attribute_not_exists(pk)" },
    },
    row: putAuditRow(row),
    schedule: putSchedule(connection.id),
    claim: claim === null ? undefined : putClaim(claim),
  });
  if (outcome.committed) return { created: true };
  return { created: false, refusal: claim?.refusal ?? "conflict" };
}

const NOBODYS = "attribute_not_exists(pk)";
const RESERVED = "(#claim.#tenant_id = :tenant_id AND #claim.#connection_id = :none)";

const putClaim = ({ key, item, reservedFor }: Claim): Action =>
  reservedFor === undefined
    ? { Put: { Item: { ...key, ...item }, ConditionExpression: NOBODYS } }
    : {
        Put: {
          Item: { ...key, ...item },
          ConditionExpression: `${NOBODYS} OR ${RESERVED}`,
          ExpressionAttributeNames: {
            "#claim": "claim",
            "#tenant_id": "tenant_id",
            "#connection_id": "connection_id",
          },
          ExpressionAttributeValues: { ":tenant_id": reservedFor, ":none": null },
        },
      };

const NO_BUS = "#connection.#subtype <> :eventbus OR #connection.#eventbus_status = :none";

/**
 * Deletes a connection with its claim, if it has no bus and nobody deleted it meanwhile.
 * @param holdsClaim whether the claim is still its own: an installation may have gone to another
 */
export function deleteConnection(
  connection: ConnectionRecord,
  row: AuditRow,
  holdsClaim: boolean,
): Promise<Outcome<"connection" | "row" | "claim" | "deletion">> {
  const claim = claimOf(connection, null);
  return transact({
    connection: {
      Delete: {
        Key: connectionKey(connection.id),
        ConditionExpression: `attribute_exists(pk) AND (${NO_BUS})`,
        ExpressionAttributeNames: {
          "#connection": "connection",
          "#subtype": "subtype",
          "#eventbus_status": "eventbus_status",
        },
        ExpressionAttributeValues: { ":eventbus": "eventbus", ":none": "none" },
      },
    },
    row: putAuditRow(row),
    claim: claim === null || !holdsClaim ? undefined : deleteClaim(claim.key, connection.id),
    deletion: {
      Put: {
        Item: { ...deletionKey(connection.tenant_id, connection.id), deleted_at: row.created_at },
      },
    },
  });
}

const deletionKey = (tenantId: string, id: string): Key => ({
  pk: `TENANT#${tenantId}`,
  sk: `DELETED#${id}`,
});

/** When each of these connections of a tenant was deleted; one that was not is left out. */
export async function readDeletions(
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(ids)];
  const items = await getItems(distinct.map((id) => deletionKey(tenantId, id)));
  return new Map(
    distinct.flatMap((id, at) => {
      const item = items[at];
      return item == null ? [] : [[id, String(item.deleted_at)] as const];
    }),
  );
}

const deleteClaim = (key: Key, connectionId: string): Action => ({
  Delete: {
    Key: key,
    ConditionExpression: "#claim.#connection_id = :connection_id",
    ExpressionAttributeNames: { "#claim": "claim", "#connection_id": "connection_id" },
    ExpressionAttributeValues: { ":connection_id": connectionId },
  },
});

/**
 * Replaces fields of a connection, with its audit row, if they are what `before` says.
 * @param further writes that belong to the change
 */
export const changeConnection = (
  before: ConnectionRecord,
  after: ConnectionRecord,
  row: AuditRow,
  further?: Action,
): Promise<Outcome<"connection" | "row" | "further">> =>
  transact({ connection: changeAction(before, after), row: putAuditRow(row), further });

/**
 * The write of what differs between `before` and `after`, conditional on what it replaces; where
 * nothing differs, only the condition that the connection is still there with its status.
 */
export function changeAction(before: ConnectionRecord, after: ConnectionRecord): Action {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const changes = Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]))
    .map(([name, value], at) => ({
      path: `#connection.#f${at}`,
      names: { [`#f${at}`]: name },
      values: { [`:new${at}`]: value, [`:old${at}`]: was[name] ?? null },
      set: `#connection.#f${at} = :new${at}`,
      condition: isStillOld(`#connection.#f${at}`, `:old${at}`, was[name]),
    }));
  const conditions = {
    Key: connectionKey(before.id),
    ConditionExpression: [STILL_THERE, ...changes.map(({ condition }) => condition)].join(" AND "),
    ExpressionAttributeNames: Object.assign(
      { "#connection": "connection", "#status": "status" },
      ...changes.map(({ names }) => names),
    ),
    ExpressionAttributeValues: Object.assign(
      { ":status": before.status },
      ...changes.map(({ values }) => values),
    ),
  };
  if (changes.length === 0) return { ConditionCheck: conditions };
  return {
    Update: { ...conditions, UpdateExpression: `SET ${changes.map(({ set }) => set).join(", ")}` },
  };
}

const STILL_THERE = "attribute_exists(pk) AND #connection.#status = :status";

/** A field that older rows lack counts as null. */
const isStillOld = (path: string, old: string, value: unknown): string =>
  value == null ? `(attribute_not_exists(${path}) OR ${path} = ${old})` : `${path} = ${old}`;

/**
 * Sets the status of a source-host connection, and of its claim; joins the transaction of the
 * delivery that asks for it. Fails when the installation is no longer held by that connection.
 */
export const setConnectionStatus = (
  connectionId: string,
  installationId: string,
  status: ConnectionStatus,
): Action[] => [
  {
    Update: {
      Key: connectionKey(connectionId),
      UpdateExpression: "SET #connection.#status = :status",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#connection": "connection", "#status": "status" },
      ExpressionAttributeValues: { ":status": status },
    },
  },
  setInstallationStatus(installationId, connectionId, status),
];
