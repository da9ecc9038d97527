import * as z from "zod/mini";
import { acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { rowsOf, type Vocabulary } from "./row.ts";

const clearanceKeyChange = {
  resourceType: "clearance_key",
  context: () =>
    z.strictObject({
      kid: z.string(),
      /** Only on rotation. */
      old_kid: z.optional(z.string()),
    }),
} as const;

const systemsGate = {
  resourceType: "tenant",
  context: () =>
    z.strictObject({
      allow: z.nullable(z.array(z.enum(acceptableClasses))),
      max_confirmed_age_days: z.nullable(z.int()),
      max_run_age_hours: z.nullable(z.int()),
      framework_ids: z.nullable(z.array(z.string())),
    }),
} as const;

/** Clearance: its key, and the tenants' demands on systems. */
export const clearanceActions = {
  "platform.clearance_key.provisioned": clearanceKeyChange,
  "platform.clearance_key.rotated": clearanceKeyChange,
  "tenant.systems_gate.updated": systemsGate,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(clearanceActions);
