import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Tombstone } from "#shared/domain/tenants/departure.ts";
import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import { drop, insert, is, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Item, readRecord } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { tenantKey } from "./tenants.ts";
import { shardKeys, tombstoneKey } from "./tombstones.ts";
import { type Outcome, transact } from "./transact.ts";

/* EXPORTED#<SHA-256 of the manifest> / META: the row of an export, once it has been written. */

const exportedKey = (manifest: string): Key => ({ pk: `EXPORTED#${manifest}`, sk: "META" });

/** The id of the row that recorded an export; null: none did. */
export const getExported = (manifest: string): Promise<string | null> =>
  readRecord(exportedKey(manifest), ({ row_id }) => String(row_id));

/** Records an export, once. */
export const putExported = (manifest: string, row: AuditRow): Promise<Outcome> =>
  transact({
    exported: insert({ ...exportedKey(manifest), row_id: row.id }),
    row: putLoggedRow(row),
  });

const tombstoneOf = ({ tombstone }: Item): Tombstone => tombstone as Tombstone;

export const getTombstone = (tenantId: string): Promise<Tombstone | null> =>
  readRecord(tombstoneKey(tenantId), tombstoneOf);

/** Replaces a tenant with a tombstone, if the tenant still has that name. */
export const buryTenant = (
  { id, name }: Tenant,
  started_at: string,
  row: AuditRow,
): Promise<Outcome> => {
  const tombstone: Tombstone = { tenant_id: id, name, started_at, removed_at: null, counts: null };
  return transact({
    tenant: drop(tenantKey(id), is({ "tenant.name": name })),
    tombstone: insert({ ...tombstoneKey(id), tombstone }),
    shards: shardKeys(id).map((key) => insert({ ...key })),
    row: putLoggedRow(row),
  });
};

/** Ends a removal, once. */
export const endRemoval = (after: Tombstone, row: AuditRow): Promise<Outcome> =>
  transact({
    tombstone: put(
      { ...tombstoneKey(after.tenant_id), tombstone: after },
      is({ "tombstone.removed_at": null }),
    ),
    row: putLoggedRow(row),
  });
