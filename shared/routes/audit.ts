import * as z from "zod";
import { auditRowSchema } from "./audit-row.ts";
import { instant, page, paging } from "./fields.ts";
import { route } from "./route.ts";

export const auditRoutes = {
  listAudit: route({
    id: "listAudit",
    area: "audit",
    method: "GET",
    path: "/admin/audit",
    access: "platform",
    summary: "Audit rows, oldest first; from is inclusive, to exclusive",
    query: z.strictObject({
      ...paging,
      resource_type: z.string().max(64).optional(),
      resource_id: z.string().max(200).optional(),
      /** `null` asks for the platform-level rows. */
      tenant_id: z.string().max(64).optional(),
      action: z.string().max(100).optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    responses: { 200: { description: "A page of audit rows", schema: page(auditRowSchema) } },
    errors: ["validation_failed"],
    needs: { table: "read" },
    sensitive: true,
  }),
};
