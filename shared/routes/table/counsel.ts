import * as z from "zod/mini";
import { counselEditSchema, newCounselSchema } from "#shared/domain/counsel/counsel.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { auditRowPages, trailQuery } from "#shared/routes/contract/audit-row.ts";
import { flag, page, paging, sha256Hex, uuid } from "#shared/routes/contract/fields.ts";
import { created, entriesOf, ok } from "#shared/routes/contract/route.ts";
import { adminsCounsel, openRequests } from "./counsel-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "counsel", access: "platform" });

const params = () => z.object({ counsel_id: uuid() });

export const createCounsel = /* @__PURE__ */ entry("createCounsel", {
  on: "POST /admin/counsel",
  canary: true,
  summary: "Register a counsel for one framework",
  // Ten thousand characters of notes.
  bodyLimits: { bytes: 131_072, values: 100 },
  body: newCounselSchema,
  responses: /* @__PURE__ */ created("The counsel", adminsCounsel),
  errors: [
    "unknown_framework",
    "framework_superseded",
    "second_person_required",
    "language_not_offered",
  ],
  needs: { table: "write", settings: ["COUNSEL_LANGUAGES"] },
});

export const listCounsel = /* @__PURE__ */ entry("listCounsel", {
  on: "GET /admin/counsel",
  canary: true,
  summary:
    "List counsel, newest last; with active=true and framework_id, those who can be asked: the picker",
  query: () =>
    z.strictObject({
      ...paging(),
      framework_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
      active: z.optional(flag()),
      email: z.optional(
        z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), withoutHidden()),
      ),
    }),
  responses: /* @__PURE__ */ ok("A page of counsel", () => page(adminsCounsel())),
  needs: { table: "read" },
});

export const getCounsel = /* @__PURE__ */ entry("getCounsel", {
  on: "GET /admin/counsel/{counsel_id}",
  summary: "One counsel",
  params,
  responses: /* @__PURE__ */ ok(
    "The counsel, how many decisions they have signed, and how many requests wait",
    () => z.extend(adminsCounsel(), { signatures_count: z.int(), ...openRequests() }),
  ),
  needs: { table: "read" },
});

export const editCounsel = /* @__PURE__ */ entry("editCounsel", {
  on: "PATCH /admin/counsel/{counsel_id}",
  summary: "Change a counsel; the only way to change an e-mail that signatures may depend on",
  params,
  query: () => z.strictObject({ dry_run: z._default(flag(), false) }),
  // Ten thousand characters of notes.
  bodyLimits: { bytes: 131_072, values: 100 },
  body: counselEditSchema,
  responses: /* @__PURE__ */ ok(
    "The counsel, and how many signatures the change stops from verifying",
    () => z.extend(adminsCounsel(), { signatures_affected: z.int() }),
  ),
  errors: [
    "counsel_twice",
    "second_person_required",
    "language_not_offered",
    "state_differs",
    "conflict",
  ],
  needs: { table: "write", settings: ["COUNSEL_LANGUAGES"] },
});

export const deactivateCounsel = /* @__PURE__ */ entry("deactivateCounsel", {
  on: "POST /admin/counsel/{counsel_id}/deactivate",
  summary: "Deactivate a counsel; existing references keep resolving, and open requests stay open",
  params,
  responses: /* @__PURE__ */ ok("The counsel, and how many requests still wait for them", () =>
    z.extend(adminsCounsel(), openRequests()),
  ),
  errors: ["state_differs", "conflict"],
  needs: { table: "write" },
});

export const reactivateCounsel = /* @__PURE__ */ entry("reactivateCounsel", {
  on: "POST /admin/counsel/{counsel_id}/reactivate",
  summary: "Reactivate an inactive counsel",
  params,
  responses: /* @__PURE__ */ ok("The counsel, and how many requests wait for them", () =>
    z.extend(adminsCounsel(), openRequests()),
  ),
  errors: ["second_person_required", "state_differs", "conflict"],
  needs: { table: "write" },
});

export const confirmCounsel = /* @__PURE__ */ entry("confirmCounsel", {
  on: "POST /admin/counsel/{counsel_id}/confirm",
  summary:
    "Say, as a second person, who a counsel is; without a body, vouch for one whom another counsel named",
  params,
  body: () => z.optional(z.strictObject({ identity_sha256: sha256Hex() })),
  responses: /* @__PURE__ */ ok("The counsel", adminsCounsel),
  errors: [
    "second_person_required",
    "identity_changed",
    "counsel_is_admin",
    "state_differs",
    "conflict",
  ],
  needs: { table: "write" },
});

export const getCounselAudit = /* @__PURE__ */ entry("getCounselAudit", {
  on: "GET /admin/counsel/{counsel_id}/audit",
  summary: "The trail of one counsel, oldest first",
  params,
  query: trailQuery,
  responses: auditRowPages,
  needs: { table: "read" },
});
