import type { AuditRow } from "../domain/audit/row.ts";
import type { Item } from "./read.ts";
import { AUDIT_KEY_PREFIX, indexEntry } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * Audit rows: pk AUDIT#<resource_type>#<resource_id>, sk <created_at>#<place in chain or id>.
 * gsi1 everything, newest last · gsi2 by tenant · gsi3 by action · gsi4 by counsel.
 */

const place = (row: AuditRow, chainLength?: number): string =>
  chainLength === undefined
    ? `${row.created_at}#${row.id}`
    : `${row.created_at}#${String(chainLength).padStart(4, "0")}#${row.id}`;

/** The insert of one row; it can never replace another. `chainLength`: its place in a chain. */
export function putAuditRow(row: AuditRow, chainLength?: number): Action {
  const sk = place(row, chainLength);
  const counselId = row.context.counsel_id;
  return {
    Put: {
      Item: {
        pk: resourcePartition(row.resource_type, row.resource_id),
        sk,
        ...indexEntry("gsi1", auditPartitions.all, sk),
        ...indexEntry("gsi2", auditPartitions.tenant(row.tenant_id), sk),
        ...indexEntry("gsi3", auditPartitions.action(row.action), sk),
        ...(typeof counselId === "string"
          ? indexEntry("gsi4", auditPartitions.counsel(counselId), sk)
          : {}),
        row,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

export const resourcePartition = (type: string, id: string): string =>
  `${AUDIT_KEY_PREFIX}${type}#${id}`;

export const auditPartitions = {
  all: `${AUDIT_KEY_PREFIX}ALL`,
  tenant: (tenantId: string | null): string =>
    `${AUDIT_KEY_PREFIX}TENANT#${tenantId ?? "platform"}`,
  action: (action: string): string => `${AUDIT_KEY_PREFIX}ACTION#${action}`,
  counsel: (counselId: string): string => `${AUDIT_KEY_PREFIX}COUNSEL#${counselId}`,
};

export const auditRowOf = (item: Item): AuditRow => item.row as AuditRow;
