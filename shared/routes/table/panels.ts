import * as z from "zod/mini";
import { instant } from "#shared/domain/evidence/evidence-file.ts";
import { panelFileSchema, panelMember, panelPart } from "#shared/domain/evidence/panel-file.ts";
import { frameworkIdSchema, useCaseIdSchema } from "#shared/domain/frameworks/rule.ts";
import { eachOnce, holdsAcross } from "#shared/domain/members.ts";
import { MAX_RULES_A_REVIEW, panelMembers } from "#shared/domain/reviews/limits.ts";
import { onRejects, panelStatuses } from "#shared/domain/reviews/statuses.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { auditRowPages, trailQuery } from "#shared/routes/contract/audit-row.ts";
import { page, paging, uuid } from "#shared/routes/contract/fields.ts";
import { created, entriesOf, ok } from "#shared/routes/contract/route.ts";
import { needsKeyringToAsk } from "./keyring-needs.ts";
import {
  called,
  deliver,
  expiryDays,
  mayDelegate,
  refusedRequest,
  requestedReview,
} from "./review-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "panels", access: "platform" });

const panelOf = <Member extends z.ZodMiniType>(member: () => Member) =>
  z.object({ ...panelPart().shape, members: z.array(member()) });

const panel = () => panelOf(panelMember);

/** A panel with its readable names and the names of its members, for lists and screens. */
const namedPanel = () =>
  z.extend(
    panelOf(() =>
      z.extend(panelMember(), {
        counsel_display_name: z.string(),
        counsel_firm: z.nullable(z.string()),
      }),
    ),
    {
      /** When it ends unless somebody decides first; once it has ended: when it did. */
      ends_at: instant(),
      ...called(),
    },
  );

const refused = [
  "unknown_framework",
  "counsel_needs_key",
  "counsel_twice",
  ...refusedRequest,
] as const;

const params = () => z.object({ id: uuid() });

export const createPanel = /* @__PURE__ */ entry("createPanel", {
  on: "POST /admin/review-panels",
  summary: "Ask several counsel for a review of the same rules, each with a link of their own",
  body: () =>
    z
      .strictObject({
        framework_id: frameworkIdSchema(),
        rule_use_case_ids: z
          .array(useCaseIdSchema())
          .check(
            z.minLength(1, "must name at least one rule"),
            z.maxLength(MAX_RULES_A_REVIEW, `must name at most ${MAX_RULES_A_REVIEW} rules`),
            eachOnce("must name each rule once"),
            z.meta({ uniqueItems: true }),
          ),
        counsel_ids: z
          .array(uuid())
          .check(
            z.minLength(panelMembers.least, `must name at least ${panelMembers.least} counsel`),
            z.maxLength(panelMembers.most, `must name at most ${panelMembers.most} counsel`),
            eachOnce("must name each counsel once"),
            z.meta({ uniqueItems: true }),
          ),
        need: z.int().check(z.minimum(1), z.maximum(panelMembers.most)),
        on_reject: z.enum(onRejects),
        expiry_days: expiryDays(),
        deliver: deliver(),
        may_delegate: mayDelegate(),
      })
      .check(
        holdsAcross(
          ({ need, counsel_ids }) =>
            !(Array.isArray(counsel_ids) && typeof need === "number" && need > counsel_ids.length),
          "must be at most the number of counsel",
          "need",
        ),
      ),
  responses: /* @__PURE__ */ created(
    "The panel, and the requests of its members with their links",
    () => z.object({ panel: panel(), reviews: z.array(requestedReview()) }),
  ),
  errors: refused,
  needs: needsKeyringToAsk,
  logsLinks: true,
});

export const listPanels = /* @__PURE__ */ entry("listPanels", {
  on: "GET /admin/review-panels",
  summary: "Panels, newest first",
  query: () =>
    z.strictObject({
      ...paging(),
      status: z.optional(z.enum(panelStatuses)),
      framework_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
    }),
  responses: /* @__PURE__ */ ok("A page of panels", () => page(namedPanel())),
  needs: { table: "read" },
});

export const getPanel = /* @__PURE__ */ entry("getPanel", {
  on: "GET /admin/review-panels/{id}",
  summary: "One panel",
  params,
  responses: /* @__PURE__ */ ok("The panel", namedPanel),
  needs: { table: "read" },
});

export const cancelPanel = /* @__PURE__ */ entry("cancelPanel", {
  on: "POST /admin/review-panels/{id}/cancel",
  summary:
    "Withdraw an open panel; the links of members who have not decided stop working, and rules that are decided keep their outcome",
  params,
  responses: /* @__PURE__ */ ok("The panel", panel),
  errors: ["panel_not_open", "state_differs", "conflict"],
  needs: { table: "write", events: "put" },
});

export const getPanelAudit = /* @__PURE__ */ entry("getPanelAudit", {
  on: "GET /admin/review-panels/{id}/audit",
  summary: "The audit rows of one panel, oldest first",
  params,
  query: trailQuery,
  responses: auditRowPages,
  needs: { table: "read" },
});

export const getPanelBundle = /* @__PURE__ */ entry("getPanelBundle", {
  on: "GET /admin/review-panels/{id}/bundle",
  summary: "The offline evidence bundle of a panel; verify-bundle.mjs reads it and counts again",
  params,
  responses: {
    200: { description: "The bundle, RFC 8785 text", schema: panelFileSchema, canonical: true },
  },
  needs: { table: "read", settings: ["TSA_URL"] },
});

export const getPanelCertificate = /* @__PURE__ */ entry("getPanelCertificate", {
  on: "GET /admin/review-panels/{id}/certificate.pdf",
  summary: "A panel's result as PDF/A-3a and PDF/UA-1, with the panel's bundle attached",
  params,
  responses: { 200: { description: "The certificate", contentType: "application/pdf" } },
  errors: ["review_not_decided", "state_differs", "rate_limited"],
  // The evidence log takes the hash of each new certificate.
  needs: { table: "write", settings: ["TSA_URL"] },
});
