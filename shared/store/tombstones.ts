import { isAbsent, requires } from "./item.ts";
import type { Item } from "./read.ts";
import type { Key } from "./table-schema.ts";

/*
 * TOMBSTONE#<tenant> / META     where a tenant was: since when it is being removed, and what was
 * TOMBSTONE#<tenant> / <shard>  that nothing of the tenant is written any more
 *
 * Each transaction that writes something of a tenant is conditional on one of the shards not being
 * there; there are several, so that a tenant's transactions do not hold each other up.
 */

const SHARDS = 8;

/** What an action of a transaction is, as far as it is looked at here. */
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

/** Whose it is what an action writes; null: no tenant's. */
function tenantOf({ Put, Update }: Action): string | null {
  const pk = String(Put?.Item?.pk ?? Update?.Key?.pk ?? "");
  return ownPartition.exec(pk)?.[1] ?? (Put?.Item === undefined ? null : namedIn(Put.Item));
}

/**
 * That no tenant is being removed of which a transaction writes something.
 * @param owner whose it is, where no key and no record in it says so; null: nobody's
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
