import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import { putAuditRow } from "./audit.ts";
import { change, entity, insert, is } from "./item.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { readRecord, readRecords } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Outcome, transact } from "./transact.ts";

/*
 * TENANT#<id> / META: the tenant; gsi1 all, sort key <created_at>#<id>. A tenant that is removed has
 * a tombstone instead (tombstones.ts).
 */

export const tenantKey = (id: string): Key => ({ pk: `TENANT#${id}`, sk: "META" });

export const TENANTS = "TENANTS";

const tenantEntity = entity<Tenant>("tenant", {});
export const tenantOf = tenantEntity.fromItem;

export const tenantRead = (id: string): Read<Tenant | null> => readOne(tenantKey(id), tenantOf);

export const readTenant = (id: string): Promise<Tenant | null> =>
  readRecord(tenantKey(id), tenantOf);

/** Tenants by id; those that do not exist are left out. */
export const getTenants = async (ids: readonly string[]): Promise<Tenant[]> =>
  (await readRecords(ids.map(tenantKey), tenantOf)).filter((tenant) => tenant !== null);

export function putNewTenant(tenant: Tenant, row: AuditRow): Promise<Outcome> {
  const item = {
    ...tenantKey(tenant.id),
    ...indexEntry("gsi1", TENANTS, `${tenant.created_at}#${tenant.id}`),
    ...tenantEntity.toItem(tenant),
  };
  return transact({
    tenant: insert(item),
    row: putAuditRow(row),
  });
}

/** Renames a tenant, if it still has the name that was read. */
export const renameTenant = (
  before: Tenant,
  name: string,
  row: AuditRow,
): Promise<Outcome<"tenant" | "row">> =>
  transact({
    tenant: change(tenantKey(before.id), {
      set: { "tenant.name": name },
      where: is({ "tenant.name": before.name }),
    }),
    row: putAuditRow(row),
  });

/** Every tenant, oldest first. */
export async function tenantPage(paging: Paging): Promise<Page<Tenant>> {
  return pageOf({ index: "gsi1", partitions: [TENANTS] }, paging, tenantOf);
}
