import * as z from "zod/mini";
import { OCSF_VERSION } from "#shared/domain/audit/feed.ts";
import { withoutLinks } from "#shared/domain/audit/row.ts";
import { saltSchema } from "#shared/domain/reviews/words-schema.ts";
import { page, paging, sha256Hex, timestamp } from "./fields.ts";
import { hidden, ok } from "./route.ts";

/** An audit row as answers show it. */
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
    context: hidden(
      z.record(z.string(), z.unknown()),
      (context) => withoutLinks(context as Record<string, unknown>),
      "anybody",
    ),
    row_hash: z.optional(z.string()),
    prev_hash: z.optional(z.nullable(z.string())),
    /** Salts of counsel's words in the context, by path: the row's hash covers commitments. */
    salts: z.optional(z.record(z.string(), saltSchema())),
  });

/** The answers of every entry that lists audit rows. */
export const auditRowPages = /* @__PURE__ */ ok("A page of audit rows", () =>
  page(auditRowSchema()),
);

/** The query of an entry that lists the rows of one resource, oldest first. */
export const trailQuery = () => z.strictObject(paging());

/** A row as an OCSF event (docs/siem.md). */
const ocsfEventSchema = () =>
  z.object({
    metadata: z.object({
      uid: sha256Hex(),
      version: z.literal(OCSF_VERSION),
      product: z.object({ name: z.string(), vendor_name: z.string(), version: z.string() }),
      log_name: z.string(),
      tenant_uid: z.optional(z.string()),
      labels: z.optional(z.array(z.string())),
    }),
    time: z.int(),
    class_uid: z.int(),
    class_name: z.string(),
    category_uid: z.int(),
    category_name: z.string(),
    activity_id: z.int(),
    activity_name: z.string(),
    type_uid: z.int(),
    severity_id: z.int(),
    status_id: z.int(),
    actor: z.object({
      user: z.optional(z.object({ uid: z.string() })),
      app_name: z.optional(z.string()),
      app_uid: z.optional(z.string()),
    }),
    api: z.object({ operation: z.string() }),
    src_endpoint: z.object({ svc_name: z.string() }),
    resources: z.array(z.object({ uid: z.string(), type: z.string() })),
    unmapped: z.record(z.string(), z.unknown()),
  });

/** The answers of the lists of the whole trail. */
export const auditFeedPages = /* @__PURE__ */ ok("A page of audit rows, or of OCSF events", () =>
  z.object({
    items: z.array(z.union([auditRowSchema(), ocsfEventSchema()])),
    /** Never null with `order=oldest`. It stays the same when there are no new rows. */
    next_cursor: z.nullable(z.string()),
    /** Only with `order=oldest`: whether the page reaches the feed's end, 120 s before now. */
    caught_up: z.optional(z.boolean()),
  }),
);
