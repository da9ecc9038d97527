import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const pipeline = {
  resourceType: "clearance_pipeline",
  context: () =>
    z.strictObject({
      display_name: z.string(),
      issuer: z.string(),
      audience: z.string(),
      claims: z.record(z.string(), z.string()),
      framework_ids: z.array(z.string()),
    }),
} as const;

const clearanceKeyChange = {
  resourceType: "clearance_key",
  context: () =>
    z.strictObject({
      kid: z.string(),
      /** Only on rotation. */
      old_kid: z.optional(z.string()),
    }),
} as const;

/** Clearance: its key and its pipelines. */
export const clearanceActions = {
  "platform.clearance_key.provisioned": clearanceKeyChange,
  "platform.clearance_key.rotated": clearanceKeyChange,
  "clearance_pipeline.created": pipeline,
  "clearance_pipeline.updated": pipeline,
  "clearance_pipeline.deleted": pipeline,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(clearanceActions);
