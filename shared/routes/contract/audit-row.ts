import * as z from "zod/mini";
import { page, paging, timestamp } from "./fields.ts";

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

/** What every entry answers that lists audit rows. */
export const auditRowPages = {
  200: { description: "A page of audit rows", schema: () => page(auditRowSchema()) },
} as const;

/** The query of an entry that lists the rows of one thing, oldest first. */
export const trailQuery = () => z.strictObject(paging());
