import { isAbsent, requires } from "./item.ts";
import type { Item } from "./read.ts";
import type { Key } from "./table-schema.ts";

/*
 *   TOMBSTONE#<tenant> / META     in place of a tenant: since when it is being removed, and what was
 *   TOMBSTONE#<tenant> / <shard>  nothing of the tenant is written any more
 *
 * Each transaction that writes something of a tenant requires that one of the shards does not exist.
 * There are several shards, so that a tenant's transactions do not hold each other up.
 */

const SHARDS = 8;

/** The parts of a transaction's action that matter here. */
interface Action {
  Put?: { Item?: Item | undefined };
  Update?: { Key?: Item | undefined };
}

const partition = (tenantId: string): string => `TOMBSTONE#${tenantId}`;

export const tombstoneKey = (tenantId: string): Key => ({ pk: partition(tenantId), sk: "META" });

export const shardKeys = (tenantId: string): Key[] =>
  Array.from({ length: SHARDS }, (_, shard) => ({ pk: partition(tenantId), sk: String(shard) }));

/** Partitions whose key names the tenant that they belong to. */
const ownPartition =
  /^(?:TENANT|EXTRACTOR#TENANT|SYSTEMS#TENANT|MACHINES|MACHINEHEAD|HOOKS|HOOKCOUNT|REFUSALS)#([0-9a-f]{8}-[0-9a-f-]{27})$/;

/** The tenant that an item's record names; null: none does. */
export function namedIn(item: Item): string | null {
  for (const one of [item, ...Object.values(item)]) {
    const id = (one as { tenant_id?: unknown } | null | undefined)?.tenant_id;
    if (typeof id === "string") return id;
  }
  return null;
}

/** The tenant whose data an action writes; null: no tenant's. */
function tenantOf({ Put, Update }: Action): string | null {
  const pk = String(Put?.Item?.pk ?? Update?.Key?.pk ?? "");
  return ownPartition.exec(pk)?.[1] ?? (Put?.Item === undefined ? null : namedIn(Put.Item));
}

/**
 * Requires that no tenant whose data a transaction writes is being removed.
 * @param owner the owner, where no key and no record in it names one; null: nobody
 */
export function tenantsStand(actions: readonly Action[], owner: string | null) {
  const tenants = new Set([owner, ...actions.map(tenantOf)].filter((id) => id !== null));
  // The removal itself is what writes the tombstone.
  const removed = actions.map(({ Put, Update }) => Put?.Item?.pk ?? Update?.Key?.pk);
  return [...tenants]
    .filter((id) => !removed.includes(partition(id)))
    .map((id) =>
      requires(shardKeys(id)[Math.floor(Math.random() * SHARDS)] as Key, isAbsent("pk")),
    );
}
