import * as z from "zod/mini";
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

/** Clearance: its key. */
export const clearanceActions = {
  "platform.clearance_key.provisioned": clearanceKeyChange,
  "platform.clearance_key.rotated": clearanceKeyChange,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(clearanceActions);
