import type { AuditRow } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { ConnectionRecord, ConnectionStatus } from "#shared/domain/connections/connection.ts";
import type { ErrorCode } from "#shared/domain/errors.ts";
import { putAuditRow } from "./audit.ts";
import { entity } from "./entity.ts";
import { getItem, type Item } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * CONNECTION#<id>       / META            the connection; gsi1 by tenant, sk <created_at>#<id>
 * INSTALLATION#<id>     / CLAIM           who holds a source-host installation, platform-wide
 * TENANT#<id>           / CLAIM#eventbus  the tenant's one eventbus connection
 * TENANT#<id>           / CLAIM#wif#<…>   one per audience and service account
 *
 * A claim is put only where none is, in the transaction that puts its connection, and goes with it.
 */

export const connectionKey = (id: string): Key => ({ pk: `CONNECTION#${id}`, sk: "META" });

export const installationKey = (installationId: string): Key => ({
  pk: `INSTALLATION#${installationId}`,
  sk: "CLAIM",
});

export const tenantConnections = (tenantId: string): string => `CONNECTIONS#TENANT#${tenantId}`;

export const connectionEntity = entity<ConnectionRecord>("connection", {
  subtype: null,
  remote_tenant_id: null,
  installation_id: null,
  wif_audience: null,
  wif_service_account_email: null,
  eventbus_bus_id: null,
  eventbus_rule_id: null,
  eventbus_provisioned_at: null,
  eventbus_lease: null,
});
export const connectionOf = connectionEntity.fromItem;

/** The connection if it is this tenant's; another tenant's is null, as one that does not exist. */
export async function getConnection(
  id: string,
  tenantId: string,
): Promise<ConnectionRecord | null> {
  const connection = await getAnyConnection(id);
  return connection?.tenant_id === tenantId ? connection : null;
}

/** The connection whoever's it is: for platform admins and for jobs. */
export async function getAnyConnection(id: string): Promise<ConnectionRecord | null> {
  const item = await getItem(connectionKey(id));
  return item ? connectionOf(item) : null;
}

/** Who holds an installation: enough to route a delivery without reading the connection. */
export interface Installation {
  connection_id: string;
  tenant_id: string;
  status: ConnectionStatus;
}

export const installationOf = (item: Item | null): Installation | null =>
  item === null ? null : (item.claim as Installation);

export const eventbusClaimKey = (tenantId: string): Key => ({
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

export const connectionItem = (connection: ConnectionRecord): Item => ({
  ...connectionKey(connection.id),
  ...indexEntry(
    "gsi1",
    tenantConnections(connection.tenant_id),
    `${connection.created_at}#${connection.id}`,
  ),
  ...connectionEntity.toItem(connection),
});

interface Claim {
  key: Key;
  refusal: ErrorCode;
}

function claimOf(connection: ConnectionRecord): Claim | null {
  const { provider, subtype, tenant_id, installation_id } = connection;
  const pk = `TENANT#${tenant_id}`;
  if (provider === "sourcehost") {
    return {
      key: installationKey(installation_id ?? ""),
      refusal: "installation_already_connected",
    };
  }
  if (subtype === "eventbus") {
    return { key: eventbusClaimKey(tenant_id), refusal: "eventbus_connection_exists" };
  }
  if (subtype === "wif") {
    const { wif_audience, wif_service_account_email } = connection;
    const hash = canonicalHash([wif_audience, wif_service_account_email]);
    return { key: { pk, sk: `CLAIM#wif#${hash}` }, refusal: "connection_exists" };
  }
  return null;
}

export type Creation = { created: true } | { created: false; refusal: ErrorCode };

/**
 * Stores a new connection with its claim and audit row. `refusal` says which uniqueness stands
 * against it: `installation_already_connected`, `eventbus_connection_exists`, `connection_exists`.
 */
export async function putNewConnection(
  connection: ConnectionRecord,
  row: AuditRow,
): Promise<Creation> {
  const claim = claimOf(connection);
  const { id, tenant_id, status, remote_tenant_id } = connection;
  const outcome = await transact({
    connection: {
      Put: { Item: connectionItem(connection), ConditionExpression: "attribute_not_exists(pk)" },
    },
    row: putAuditRow(row),
    claim:
      claim === null
        ? undefined
        : {
            Put: {
              Item: {
                ...claim.key,
                claim: { connection_id: id, tenant_id, status, remote_tenant_id },
              },
              ConditionExpression: "attribute_not_exists(pk)",
            },
          },
  });
  if (outcome.committed) return { created: true };
  return { created: false, refusal: claim?.refusal ?? "conflict" };
}

/** Deletes a connection and its claim if it has no bus and nobody deleted it meanwhile. */
export function deleteConnection(
  connection: ConnectionRecord,
  row: AuditRow,
): Promise<Outcome<"connection" | "row" | "claim">> {
  const claim = claimOf(connection);
  return transact({
    connection: {
      Delete: {
        Key: connectionKey(connection.id),
        ConditionExpression: "#connection.#eventbus_status = :none",
        ExpressionAttributeNames: {
          "#connection": "connection",
          "#eventbus_status": "eventbus_status",
        },
        ExpressionAttributeValues: { ":none": "none" },
      },
    },
    row: putAuditRow(row),
    claim: claim === null ? undefined : { Delete: { Key: claim.key } },
  });
}

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
  {
    Update: {
      Key: installationKey(installationId),
      UpdateExpression: "SET #claim.#status = :status",
      ConditionExpression: "#claim.#connection_id = :connection_id",
      ExpressionAttributeNames: {
        "#claim": "claim",
        "#status": "status",
        "#connection_id": "connection_id",
      },
      ExpressionAttributeValues: { ":status": status, ":connection_id": connectionId },
    },
  },
];
