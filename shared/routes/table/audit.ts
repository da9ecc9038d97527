import * as z from "zod/mini";
import { withoutHidden } from "#shared/domain/text-fields.ts";
import { auditRowSchema } from "#shared/routes/contract/audit-row.ts";
import { instant, page, paging } from "#shared/routes/contract/fields.ts";
import { route } from "#shared/routes/contract/route.ts";

export const auditRoutes = {
  listAudit: route({
    id: "listAudit",
    area: "audit",
    method: "GET",
    path: "/admin/audit",
    access: "platform",
    summary: "Audit rows, oldest first; from is inclusive, to exclusive",
    query: () =>
      z.strictObject({
        ...paging(),
        resource_type: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
        resource_id: z.optional(z.string().check(z.maxLength(200), withoutHidden())),
        /** `null` asks for the platform-level rows. */
        tenant_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
        action: z.optional(z.string().check(z.maxLength(100), withoutHidden())),
        from: z.optional(instant()),
        to: z.optional(instant()),
      }),
    responses: {
      200: { description: "A page of audit rows", schema: () => page(auditRowSchema()) },
    },
    errors: [],
    needs: { table: "read" },
    sensitive: true,
  }),
};
