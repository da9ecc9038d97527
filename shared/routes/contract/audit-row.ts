import * as z from "zod/mini";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { saltSchema } from "#shared/domain/reviews/words-schema.ts";
import { page, paging, timestamp } from "./fields.ts";
import { hidden } from "./route.ts";

/** Fields of a row's context that hold a link; readers see their hashes, as evidence does. */
const links = ["magic_link_url", "url"] as const;

function withoutLinks(context: unknown): unknown {
  const shown = { ...(context as Record<string, unknown>) };
  for (const name of links) {
    const link = shown[name];
    if (typeof link !== "string" || link.startsWith("sha256:")) continue;
    shown[name] = `sha256:${sha256Hex(link)}`;
  }
  return shown;
}

/** An audit row as answers show it; the hashes only on rows of a review request. */
export const auditRowSchema = () =>
  z.object({
    id: z.string(),
    created_at: timestamp(),
    resource_type: z.string(),
    resource_id: z.string(),
    tenant_id: z.nullable(z.string()),
    actor_user_id: z.nullable(z.string()),
    actor_type: z.enum(["user", "system", "room", "machine"]),
    action: z.string(),
    context: hidden(z.record(z.string(), z.unknown()), withoutLinks),
    /** Of the words of counsel's in the context, by path: the hash is over their commitments. */
    salts: z.optional(z.record(z.string(), saltSchema())),
    row_hash: z.optional(z.string()),
    prev_hash: z.optional(z.nullable(z.string())),
  });

/** What every entry answers that lists audit rows. */
export const auditRowPages = {
  200: { description: "A page of audit rows", schema: () => page(auditRowSchema()) },
} as const;

/** The query of an entry that lists the rows of one thing, oldest first. */
export const trailQuery = () => z.strictObject(paging());
