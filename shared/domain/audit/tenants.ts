import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

/** Tenants. */
export const tenantActions = {
  "tenant.created": { resourceType: "tenant", context: () => z.strictObject({ name: z.string() }) },
  "tenant.updated": {
    resourceType: "tenant",
    context: () => z.strictObject({ name: z.string(), previous: z.string() }),
  },
} as const satisfies Vocabulary;

export const auditRow = rowsOf(tenantActions);
