import * as z from "zod/mini";
import { timestamp } from "./fields.ts";

/** An audit row as answers show it; the hashes only on rows of a review request. */
export const auditRowSchema = () =>
  z.object({
    id: z.string(),
    created_at: timestamp(),
    resource_type: z.string(),
    resource_id: z.string(),
    tenant_id: z.nullable(z.string()),
    actor_user_id: z.nullable(z.string()),
    actor_type: z.enum(["user", "system", "room"]),
    action: z.string(),
    context: z.record(z.string(), z.unknown()),
    row_hash: z.optional(z.string()),
    prev_hash: z.optional(z.nullable(z.string())),
  });
