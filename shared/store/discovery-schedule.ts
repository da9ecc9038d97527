import { indexEntry, type Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * CONNECTION#<id> / SCHEDULE   when the connection's last full run began, for the tick
 * gsi2 all connections in eight partitions, sk <last began>#<connection id>: oldest first
 */

const SHARDS = 8;

const scheduleKey = (connectionId: string): Key => ({
  pk: `CONNECTION#${connectionId}`,
  sk: "SCHEDULE",
});

const indexOf = (connectionId: string, began: string) => {
  const shard = Number.parseInt(connectionId.slice(0, 4), 16) % SHARDS;
  return indexEntry("gsi2", `SCHEDULE#${shard}`, `${began}#${connectionId}`);
};

interface Scheduled {
  id: string;
  tenant_id: string;
}

/** Notes that a full run of a connection began; joins the transaction that starts it. */
export const noteBegun = ({ id, tenant_id }: Scheduled, began: string): Action => {
  const { gsi2pk, gsi2sk } = indexOf(id, began);
  return {
    Update: {
      Key: scheduleKey(id),
      UpdateExpression: "SET gsi2pk = :pk, gsi2sk = :sk, tenant_id = :tenant_id",
      ExpressionAttributeValues: { ":pk": gsi2pk, ":sk": gsi2sk, ":tenant_id": tenant_id },
    },
  };
};
