import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { allEntry, connectionKey, connectionOf, tenantPartition } from "./connections.ts";
import { putSchedule } from "./discovery-schedule.ts";
import { queryAll } from "./read.ts";
import { transactEach } from "./transact.ts";

/** A tenant's connections stored by version 1.0, which are not in the list of all connections. */
export const readOlderConnections = async (tenantId: string): Promise<ConnectionRecord[]> =>
  (await queryAll({ index: "gsi1", pk: tenantPartition(tenantId) }))
    .filter(({ gsi2pk }) => gsi2pk === undefined)
    .map(connectionOf);

/** Adds a connection to the schedule and the list of all connections, where it is missing. */
export async function listOlder(connection: ConnectionRecord): Promise<void> {
  const { gsi2pk, gsi2sk } = allEntry(connection);
  const { Put } = putSchedule(connection.id);
  await transactEach([
    { Put: { Item: Put?.Item, ConditionExpression: "attribute_not_exists(pk)" } },
    {
      Update: {
        Key: connectionKey(connection.id),
        UpdateExpression: "SET gsi2pk = :pk, gsi2sk = :sk",
        ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(gsi2pk)",
        ExpressionAttributeValues: { ":pk": gsi2pk, ":sk": gsi2sk },
      },
    },
  ]);
}
