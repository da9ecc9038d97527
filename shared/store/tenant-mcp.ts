import type { AuditRow } from "#shared/domain/audit/row.ts";
import { putAuditRow } from "./audit.ts";
import { getItem } from "./read.ts";
import { tenantKey } from "./tenants.ts";
import { type Outcome, transact } from "./transact.ts";

/* On the tenant's own item: `mcp_enabled`, whether agents may use the tools; absent: no. */

/** Whether a tenant's agents may use the tools; null for an unknown tenant. */
export async function readMcpEnabled(tenantId: string): Promise<boolean | null> {
  const item = await getItem(tenantKey(tenantId));
  return item === null ? null : item.mcp_enabled === true;
}

/** Switches the tools on or off, with the row that says so, if they are not already. */
export const putMcpEnabled = (
  tenantId: string,
  enabled: boolean,
  row: AuditRow,
): Promise<Outcome<"setting" | "row">> =>
  transact({
    setting: {
      Update: {
        Key: tenantKey(tenantId),
        UpdateExpression: "SET #enabled = :enabled",
        ConditionExpression: enabled
          ? "attribute_exists(pk) AND (attribute_not_exists(#enabled) OR #enabled <> :enabled)"
          : "#enabled <> :enabled",
        ExpressionAttributeNames: { "#enabled": "mcp_enabled" },
        ExpressionAttributeValues: { ":enabled": enabled },
      },
    },
    row: putAuditRow(row),
  });
