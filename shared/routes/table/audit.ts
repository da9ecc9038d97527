import * as z from "zod/mini";
import { holdsAcross } from "#shared/domain/members.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { auditFeedPages } from "#shared/routes/contract/audit-row.ts";
import { instant, paging } from "#shared/routes/contract/fields.ts";
import { entriesOf } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "audit", access: "org" });

/** Filters for a list of audit rows. */
const filters = () => ({
  ...paging(),
  resource_type: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
  resource_id: z.optional(z.string().check(z.maxLength(200), withoutHidden())),
  action: z.optional(z.string().check(z.maxLength(100), withoutHidden())),
  from: z.optional(instant()),
  to: z.optional(instant()),
  /** `desc`: the newest rows first; `oldest`: a feed, which always ends 120 s before now. */
  order: z.optional(z.enum(["asc", "desc", "oldest"])),
  /** `ocsf`: each row as an OCSF 1.6.0 event. */
  format: z.optional(z.enum(["json", "ocsf"])),
});

/** A feed follows the present, so it takes no end. */
const withoutEnd = () =>
  holdsAcross<{ order?: string | undefined; to?: string | undefined }>(
    ({ order, to }) => order !== "oldest" || to === undefined,
    "order=oldest has no end",
    "to",
  );

export const auditQuery = () =>
  z
    .strictObject({
      ...filters(),
      /** `null` selects the platform-level rows. */
      tenant_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
    })
    .check(withoutEnd());

export const listTenantAudit = /* @__PURE__ */ entry("listTenantAudit", {
  on: "GET /tenant/audit",
  summary:
    "The tenant's audit rows, oldest first unless order is desc; from is inclusive, to exclusive",
  query: () => z.strictObject(filters()).check(withoutEnd()),
  responses: auditFeedPages,
  needs: { table: "read" },
});

export const listAudit = /* @__PURE__ */ entry("listAudit", {
  on: "GET /admin/audit",
  access: "platform",
  summary: "Audit rows, oldest first unless order is desc; from is inclusive, to exclusive",
  query: auditQuery,
  responses: auditFeedPages,
  needs: { table: "read" },
});
