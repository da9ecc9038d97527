import type { AuditRow } from "#shared/domain/audit/row.ts";
import type {
  ConnectionProvider,
  ConnectionRecord,
  ConnectionStatus,
} from "#shared/domain/connections/connection.ts";
import type { ClaimState } from "#shared/domain/connections/installation-claim.ts";
import { putAuditRow } from "./audit.ts";
import { type ClaimAsRead, setInstallationState } from "./installations.ts";
import { all, change, exists, hasStill, is, requires } from "./item.ts";
import { type Listing, type Page, type Paging, pageInSteps, pageOf } from "./page.ts";
import { type Item, queryAll, readRecord, readRecords } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * CONNECTION#<id> / META   the connection; gsi1 by tenant, gsi2 all, sk <created_at>#<id>
 *
 * Claims on what only one connection may hold are in connection-claims.ts.
 */

export const connectionKey = (id: string): Key => ({ pk: `CONNECTION#${id}`, sk: "META" });

const tenantPartition = (tenantId: string): string => `CONNECTIONS#TENANT#${tenantId}`;
const ALL = "CONNECTIONS#ALL";

/** Its entry in the list of all connections. */
const allEntry = ({ id, created_at }: ConnectionRecord) =>
  indexEntry("gsi2", ALL, `${created_at}#${id}`);

export const connectionOf = (item: Item): ConnectionRecord => item.connection as ConnectionRecord;

export const connectionRead = (id: string): Read<ConnectionRecord | null> =>
  readOne(connectionKey(id), connectionOf);

/** The connection if it is this tenant's; null if it is another tenant's or does not exist. */
export async function getConnection(
  id: string,
  tenantId: string,
): Promise<ConnectionRecord | null> {
  const connection = await getAnyConnection(id);
  return connection?.tenant_id === tenantId ? connection : null;
}

/** A connection of any tenant: for platform admins and for jobs. */
export const getAnyConnection = (id: string): Promise<ConnectionRecord | null> =>
  readRecord(connectionKey(id), connectionOf);

export interface ConnectionFilters {
  /** If omitted: every tenant's. */
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
  return pageInSteps(paging, (step) =>
    pageOf(listing, step, connectionOf, isFiltered ? keep : undefined),
  );
}

/** All connections of a tenant, oldest first. */
export const readTenantConnections = async (tenantId: string): Promise<ConnectionRecord[]> =>
  (await queryAll({ index: "gsi1", pk: tenantPartition(tenantId) })).map(connectionOf);

/** Connections by id, of any tenant, in that order; null for a missing one. */
export const getAnyConnections = (ids: readonly string[]): Promise<(ConnectionRecord | null)[]> =>
  readRecords(ids.map(connectionKey), connectionOf);

export const connectionItem = (connection: ConnectionRecord): Item => {
  const sk = `${connection.created_at}#${connection.id}`;
  return {
    ...connectionKey(connection.id),
    ...indexEntry("gsi1", tenantPartition(connection.tenant_id), sk),
    ...allEntry(connection),
    connection,
  };
};

/** Requires that the connection exists; for transactions that depend on it. */
export const connectionExists = (id: string): Action => requires(connectionKey(id), exists("pk"));

/**
 * Replaces fields of a connection, with its audit row, if they are still as in `before`.
 * @param further writes that belong to the change
 */
export const changeConnection = (
  before: ConnectionRecord,
  after: ConnectionRecord,
  row: AuditRow | null,
  further?: Action,
): Promise<Outcome<"connection" | "row" | "further">> =>
  transact({
    connection: changeAction(before, after),
    row: row === null ? undefined : putAuditRow(row),
    further,
  });

/**
 * Writes what differs between `before` and `after`, conditional on what it replaces; if nothing
 * differs, only checks that the connection still exists with its status and authorisation.
 */
export function changeAction(before: ConnectionRecord, after: ConnectionRecord): Action {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const changes = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  );
  const where = all(
    exists("pk"),
    is({ [STATUS]: before.status }),
    hasStill(AUTHORIZED_AT, before.authorized_at),
    ...changes.map(([name]) => hasStill(`connection.${name}`, was[name])),
  );
  const key = connectionKey(before.id);
  if (changes.length === 0) return requires(key, where);
  const set = changes.map(([name, value]) => [`connection.${name}`, value]);
  return change(key, { set: Object.fromEntries(set), where });
}

const STATUS = "connection.status";
const AUTHORIZED_AT = "connection.authorized_at";

/**
 * Sets the state of a source-host connection's claim, and the connection's status if it changes; part of
 * the transaction of the delivery that asks for it. Fails if that connection no longer holds the
 * installation, or its claim's state is not as it was read.
 */
export const setConnectionState = (
  { connection_id, ...before }: ClaimAsRead & { connection_id: string },
  installationId: string,
  state: ClaimState,
  at: string,
): Action[] => [
  ...(state.status === undefined
    ? []
    : [
        change(connectionKey(connection_id), {
          set: { [STATUS]: state.status, [AUTHORIZED_AT]: state.status === "active" ? at : null },
          where: exists("pk"),
        }),
      ]),
  setInstallationState(installationId, connection_id, state, before),
];
