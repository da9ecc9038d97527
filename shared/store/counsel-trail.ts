import type { AuditRow } from "#shared/domain/audit/row.ts";
import { isKeyRow } from "#shared/domain/evidence/key-history.ts";
import { auditRowOf, resourcePartition } from "./audit.ts";
import { queryAll } from "./read.ts";

/** The rows about a counsel's keys and signing policy, oldest first. */
export const getKeyRows = async (counselId: string): Promise<AuditRow[]> =>
  (await queryAll({ pk: resourcePartition("counsel", counselId) }))
    .map(auditRowOf)
    .filter(isKeyRow);
