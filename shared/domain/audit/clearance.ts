import * as z from "zod/mini";
import { acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const clearanceKey = about("clearance_key");

const keyChange = () => ({
  kid: z.string(),
  /** Only on rotation. */
  old_kid: z.optional(z.string()),
});

const systemsGate = about("tenant")("update", () => ({
  allow: z.nullable(z.array(z.enum(acceptableClasses))),
  max_confirmed_age_days: z.nullable(z.int()),
  max_run_age_hours: z.nullable(z.int()),
  framework_ids: z.nullable(z.array(z.string())),
}));

/** Clearance: its key, and the tenants' demands on systems. */
export const clearanceActions = {
  "platform.clearance_key.provisioned": clearanceKey("create", keyChange),
  "platform.clearance_key.rotated": clearanceKey("update", keyChange),
  "tenant.systems_gate.updated": systemsGate,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(clearanceActions);
