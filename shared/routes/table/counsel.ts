import * as z from "zod/mini";
import { counselEditSchema, newCounselSchema } from "#shared/domain/counsel/counsel.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { auditRowPages, trailQuery } from "#shared/routes/contract/audit-row.ts";
import { flag, page, paging, uuid } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { counselSchema } from "./counsel-schemas.ts";

const params = () => z.object({ counsel_id: uuid() });

export const createCounsel = {
  id: "createCounsel",
  area: "counsel",
  method: "POST",
  path: "/admin/counsel",
  access: "platform",
  canary: true,
  summary: "Register a counsel for one framework",
  body: newCounselSchema,
  responses: { 201: { description: "The counsel", schema: counselSchema } },
  errors: ["unknown_framework", "framework_superseded"],
  needs: { table: "write" },
  sensitive: true,
} as const satisfies Route;

export const listCounsel = {
  id: "listCounsel",
  area: "counsel",
  method: "GET",
  path: "/admin/counsel",
  access: "platform",
  canary: true,
  summary: "List counsel, newest last; with active=true and framework_id it serves as the picker",
  query: () =>
    z.strictObject({
      ...paging(),
      framework_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
      active: z.optional(flag()),
      email: z.optional(
        z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), withoutHidden()),
      ),
    }),
  responses: { 200: { description: "A page of counsel", schema: () => page(counselSchema()) } },
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const getCounsel = {
  id: "getCounsel",
  area: "counsel",
  method: "GET",
  path: "/admin/counsel/{counsel_id}",
  access: "platform",
  summary: "One counsel",
  params,
  responses: {
    200: {
      description: "The counsel and how many decisions they have signed",
      schema: () => z.extend(counselSchema(), { signatures_count: z.int() }),
    },
  },
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

export const editCounsel = {
  id: "editCounsel",
  area: "counsel",
  method: "PATCH",
  path: "/admin/counsel/{counsel_id}",
  access: "platform",
  summary: "Change a counsel; the only way to change an e-mail that signatures may depend on",
  params,
  query: () => z.strictObject({ dry_run: z._default(flag(), false) }),
  body: counselEditSchema,
  responses: {
    200: {
      description: "The counsel, and how many signatures the change stops from verifying",
      schema: () => z.extend(counselSchema(), { signatures_affected: z.int() }),
    },
  },
  errors: ["conflict"],
  needs: { table: "write" },
  sensitive: true,
} as const satisfies Route;

export const deactivateCounsel = {
  id: "deactivateCounsel",
  area: "counsel",
  method: "POST",
  path: "/admin/counsel/{counsel_id}/deactivate",
  access: "platform",
  summary: "Deactivate a counsel; existing references keep resolving",
  params,
  responses: { 200: { description: "The counsel", schema: counselSchema } },
  errors: ["conflict"],
  needs: { table: "write" },
  sensitive: true,
} as const satisfies Route;

export const reactivateCounsel = {
  id: "reactivateCounsel",
  area: "counsel",
  method: "POST",
  path: "/admin/counsel/{counsel_id}/reactivate",
  access: "platform",
  summary: "Reactivate an inactive counsel",
  params,
  responses: { 200: { description: "The counsel", schema: counselSchema } },
  errors: ["conflict"],
  needs: { table: "write" },
  sensitive: true,
} as const satisfies Route;

export const getCounselAudit = {
  id: "getCounselAudit",
  area: "counsel",
  method: "GET",
  path: "/admin/counsel/{counsel_id}/audit",
  access: "platform",
  summary: "The trail of one counsel, oldest first",
  params,
  query: trailQuery,
  responses: auditRowPages,
  needs: { table: "read" },
  sensitive: true,
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const counselRoutes = {
  createCounsel,
  listCounsel,
  getCounsel,
  editCounsel,
  deactivateCounsel,
  reactivateCounsel,
  getCounselAudit,
};
