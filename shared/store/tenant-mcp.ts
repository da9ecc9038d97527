import type { AuditRow } from "#shared/domain/audit/row.ts";
import { putAuditRow } from "./audit.ts";
import { all, any, change, exists, is, isAbsent, isNot } from "./item.ts";
import { getItem } from "./read.ts";
import { tenantKey } from "./tenants.ts";
import { type Outcome, transact } from "./transact.ts";

/* The tenant's own item has `mcp_enabled`, whether agents may use the tools; absent: no. */

const ENABLED = "mcp_enabled";

/** Whether a tenant's agents may use the tools; null for an unknown tenant. */
export async function readMcpEnabled(tenantId: string): Promise<boolean | null> {
  const item = await getItem(tenantKey(tenantId));
  return item === null ? null : item[ENABLED] === true;
}

/** Switches the tools on or off, with the row that says so, if they are not already. */
export const putMcpEnabled = (
  tenantId: string,
  enabled: boolean,
  row: AuditRow,
): Promise<Outcome<"setting" | "row">> =>
  transact({
    setting: change(tenantKey(tenantId), {
      set: { [ENABLED]: enabled },
      where: enabled
        ? all(exists("pk"), any(isAbsent(ENABLED), isNot(ENABLED, true)))
        : is({ [ENABLED]: true }),
    }),
    row: putAuditRow(row),
  });
