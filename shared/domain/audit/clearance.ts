import * as z from "zod/mini";
import { acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const clearanceKeyChange = about("clearance_key")(() => ({
  kid: z.string(),
  /** Only on rotation. */
  old_kid: z.optional(z.string()),
}));

const systemsGate = about("tenant")(() => ({
  allow: z.nullable(z.array(z.enum(acceptableClasses))),
  max_confirmed_age_days: z.nullable(z.int()),
  max_run_age_hours: z.nullable(z.int()),
  framework_ids: z.nullable(z.array(z.string())),
}));

/** Clearance: its key, and the tenants' demands on systems. */
export const clearanceActions = {
  "platform.clearance_key.provisioned": clearanceKeyChange,
  "platform.clearance_key.rotated": clearanceKeyChange,
  "tenant.systems_gate.updated": systemsGate,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(clearanceActions);
