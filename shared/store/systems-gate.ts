import type { AuditRow } from "#shared/domain/audit/row.ts";
import { noPolicy, type SystemsPolicy } from "#shared/domain/clearance/systems-question.ts";
import { putAuditRow } from "./audit.ts";
import { all, change, exists, is, isAbsentOr } from "./item.ts";
import { getItem, type Item } from "./read.ts";
import { tenantKey } from "./tenants.ts";
import { type Outcome, transact } from "./transact.ts";

/*
 * The tenant's own item has `systems_gate`, the least that the tenant accepts of systems that go out;
 * absent: the tenant demands nothing.
 */

/** The policy on a tenant's item. */
export const systemsPolicyIn = (item: Item): SystemsPolicy => ({
  ...noPolicy,
  ...(item.systems_gate as Partial<SystemsPolicy> | undefined),
});

/** null: there is no such tenant. */
export async function readSystemsPolicy(tenantId: string): Promise<SystemsPolicy | null> {
  const item = await getItem(tenantKey(tenantId));
  return item === null ? null : systemsPolicyIn(item);
}

/** Replaces the policy, with its row, if it is still as it was read. */
export function putSystemsPolicy(
  tenantId: string,
  before: SystemsPolicy,
  after: SystemsPolicy,
  row: AuditRow,
): Promise<Outcome<"setting" | "row">> {
  const isFirst = Object.values(before).every((value) => value === null);
  return transact({
    setting: change(tenantKey(tenantId), {
      set: { systems_gate: after },
      where: isFirst
        ? all(exists("pk"), isAbsentOr("systems_gate", before))
        : is({ systems_gate: before }),
    }),
    row: putAuditRow(row),
  });
}
