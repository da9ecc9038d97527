import * as z from "zod";
import { timestamp } from "./fields.ts";

/** An audit row as answers show it; the hashes only on rows of a review request. */
export const auditRowSchema = z.object({
  id: z.string(),
  created_at: timestamp,
  resource_type: z.string(),
  resource_id: z.string(),
  tenant_id: z.string().nullable(),
  actor_user_id: z.string().nullable(),
  actor_type: z.enum(["user", "system"]),
  action: z.string(),
  context: z.record(z.string(), z.unknown()),
  row_hash: z.string().optional(),
  prev_hash: z.string().nullable().optional(),
});
