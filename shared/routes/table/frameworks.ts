import * as z from "zod/mini";
import { enforcementKinds } from "#shared/domain/frameworks/enforcement.ts";
import { givenEventSchema } from "#shared/domain/frameworks/enforcement-event.ts";
import { frameworkSchema, frameworkStatuses } from "#shared/domain/frameworks/framework.ts";
import { MAX_EVENTS } from "#shared/domain/frameworks/limits.ts";
import {
  frameworkIdSchema,
  givenRuleSchema,
  httpUrl,
  useCaseIdSchema,
} from "#shared/domain/frameworks/rule.ts";
import { eachNamedOnce, eachOnce, holdsAcross } from "#shared/domain/members.ts";
import { MAX_RULES_NAMED } from "#shared/domain/reviews/limits.ts";
import { calendarDate, withoutHidden } from "#shared/domain/text/text-fields.ts";
import {
  instantOrDay,
  newestOnly,
  page,
  paging,
  timestamp,
  uuid,
} from "#shared/routes/contract/fields.ts";
import { entriesOf, importedBody, ok } from "#shared/routes/contract/route.ts";
import { needsKeyring, needsKeyringToAsk } from "./keyring-needs.ts";
import {
  deliver,
  expiryDays,
  mayDelegate,
  refusedRequest,
  requestedReview,
} from "./review-schemas.ts";
import {
  inForce,
  listedRule,
  objection,
  reviewStatus,
  ruleWithVersions,
  wording,
} from "./rule-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "frameworks", access: "platform" });

const optionalText = () =>
  z.optional(
    z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500), withoutHidden())),
  );

const listedFramework = () =>
  z.extend(frameworkSchema(), {
    due: z.optional(z.object({ changed: z.int(), starting: z.int() })),
  });

const plannedRule = () =>
  z.object({
    use_case_id: z.string(),
    change: z.enum(["created", "updated", "unchanged"]),
    fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    approvals_hit: z.array(z.string()),
  });

/** The fields of an event; a field that was left out is null. */
const eventFields = () => ({
  id: z.string(),
  on: calendarDate(),
  kind: z.enum(enforcementKinds),
  until: z.nullable(calendarDate()),
  ends: z.nullable(z.array(z.string())),
  use_case_ids: z.nullable(z.array(z.string())),
  authority: z.string(),
  citation_url: z.string(),
  note: z.string(),
});

const enforcementAnswer = () =>
  z.object({
    framework_id: z.string(),
    as_of: z.nullable(timestamp()),
    events: z.array(
      z.object({
        ...eventFields(),
        /** When this version was recorded; its effect follows `on`. */
        recorded_at: timestamp(),
        /** Every version, oldest first. */
        versions: z.array(
          z.object({ version: z.int(), recorded_at: timestamp(), ...eventFields() }),
        ),
      }),
    ),
    rules: z.array(
      z.object({
        use_case_id: z.string(),
        in_force: inForce(),
        event_id: z.nullable(z.string()),
      }),
    ),
  });

const requestedReviews = () => z.object({ reviews: z.array(requestedReview()) });

export const params = () => z.object({ framework_id: frameworkIdSchema() });

export const putFramework = /* @__PURE__ */ entry("putFramework", {
  on: "PUT /admin/frameworks/{framework_id}",
  canary: true,
  summary: "Create or change a framework",
  params,
  body: () =>
    z
      .strictObject({
        display_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden()),
        jurisdiction: optionalText(),
        source_url: z.optional(z.nullable(httpUrl())),
        status: z.optional(z.enum(frameworkStatuses)),
        superseded_by: z.optional(z.nullable(frameworkIdSchema())),
        lang: z.optional(
          z.nullable(
            z
              .string()
              .check(
                z.maxLength(35),
                z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag, e.g. en"),
              ),
          ),
        ),
        short_name: z.optional(
          z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), withoutHidden())),
        ),
      })
      .check(
        holdsAcross(
          ({ status, superseded_by }) => status !== "current" || !superseded_by,
          "must be left out or null for a current framework",
          "superseded_by",
        ),
      ),
  responses: /* @__PURE__ */ ok("The framework", frameworkSchema),
  errors: ["conflict"],
  needs: { table: "write", events: "put" },
});

export const listFrameworks = /* @__PURE__ */ entry("listFrameworks", {
  on: "GET /admin/frameworks",
  summary: "List frameworks; with due_by, what is due on their rules",
  query: () =>
    z.strictObject({
      ...paging(),
      /** Counts the rules changed since approval and those whose law starts by this day. */
      due_by: z.optional(calendarDate()),
    }),
  responses: /* @__PURE__ */ ok("A page of frameworks", () => page(listedFramework())),
  needs: { table: "read" },
});

export const rulesQuery = () => z.strictObject({ dry_run: z.optional(z.literal("true")) });

export const rulesBody = () =>
  z.strictObject({
    rules: z
      .array(givenRuleSchema())
      .check(z.minLength(1), z.maxLength(500), eachNamedOnce("use_case_id")),
  });

export const rulesAnswer = /* @__PURE__ */ ok(
  "How many rules were created, updated or left unchanged; with dry_run how each would change, " +
    "and which approvals of the live wording the import would end",
  () =>
    z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      rules: z.optional(z.array(plannedRule())),
    }),
);

export const putRules = /* @__PURE__ */ entry("putRules", {
  on: "PUT /admin/frameworks/{framework_id}/rules",
  canary: true,
  summary: "Import rules: an upsert in which each changed rule becomes a new version",
  params,
  query: rulesQuery,
  bodyLimits: importedBody,
  body: rulesBody,
  responses: rulesAnswer,
  errors: ["not_found", "conflict"],
  needs: { table: "write", events: "put" },
});

export const listRules = /* @__PURE__ */ entry("listRules", {
  on: "GET /admin/frameworks/{framework_id}/rules",
  summary: "List the live rules of a framework",
  params,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of rules", () => page(listedRule())),
  errors: ["state_differs"],
  needs: { table: "read" },
});

export const searchRules = /* @__PURE__ */ entry("searchRules", {
  on: "GET /admin/rules",
  summary: "Find live rules of every framework by article, title or id, the best first",
  query: () =>
    z.strictObject({
      /** An article (`art50`, `50(2)`, `Annex III 5(b)`), a section, or words of a title or id. */
      search: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      limit: paging().limit,
    }),
  responses: /* @__PURE__ */ ok(
    "The rules found, at most `limit` of them, and how many there are",
    () =>
      z.object({
        found: z.int(),
        rules: z.array(
          z.object({
            framework_id: z.string(),
            use_case_id: z.string(),
            title: z.string(),
            /** The rule's own provision; null if it cites nothing. */
            citation: z.nullable(z.string()),
            version: z.int(),
            updated_at: timestamp(),
            review_status: reviewStatus(),
            objection: objection(),
          }),
        ),
      }),
  ),
  errors: ["state_differs"],
  needs: { table: "read" },
});

export const getRule = /* @__PURE__ */ entry("getRule", {
  on: "GET /admin/frameworks/{framework_id}/rules/{use_case_id}",
  summary:
    "One rule with all its versions; if they are too many for one answer, `/wording` has each",
  params: () => z.object({ framework_id: frameworkIdSchema(), use_case_id: useCaseIdSchema() }),
  responses: /* @__PURE__ */ ok(
    "The rule and its versions, oldest first. If they are too many for one answer, ask `/wording` " +
      "for each",
    ruleWithVersions,
  ),
  errors: ["payload_too_large", "state_differs"],
  needs: { table: "read" },
});

export const getWording = /* @__PURE__ */ entry("getWording", {
  on: "GET /admin/frameworks/{framework_id}/wording",
  summary: "Which wording of a rule was binding on a day, and who had approved it",
  params,
  query: () =>
    z.strictObject({
      use_case_id: useCaseIdSchema(),
      on: instantOrDay(),
      limit: newestOnly("Only the newest approvals and refusals, so many of each; all if omitted."),
    }),
  responses: /* @__PURE__ */ ok(
    "The version live then, how it stood, and who had approved or refused exactly that content",
    wording,
  ),
  errors: ["state_differs"],
  needs: needsKeyring,
});

export const createReReviews = /* @__PURE__ */ entry("createReReviews", {
  on: "POST /admin/frameworks/{framework_id}/re-reviews",
  summary: "Request reviews of every rule whose live wording nobody has approved",
  params,
  // A thousand rules' ids.
  bodyLimits: { bytes: 262_144, values: 2000 },
  body: () =>
    z.strictObject({
      counsel_id: uuid(),
      expiry_days: expiryDays(),
      deliver: deliver(),
      may_delegate: mayDelegate(),
      only: z.optional(
        z
          .array(useCaseIdSchema())
          .check(
            z.minLength(1, "must name at least one rule"),
            z.maxLength(MAX_RULES_NAMED, `must name at most ${MAX_RULES_NAMED} rules`),
            eachOnce("must name each rule once"),
          ),
      ),
    }),
  responses: {
    200: { description: "There is nothing to review", schema: requestedReviews },
    201: {
      description: "The reviews, one for each 100 rules, and their links",
      schema: requestedReviews,
    },
  },
  errors: refusedRequest,
  needs: needsKeyringToAsk,
  logsLinks: true,
});

export const putEnforcement = /* @__PURE__ */ entry("putEnforcement", {
  on: "PUT /admin/frameworks/{framework_id}/enforcement",
  summary: "Record that a law was stayed, enjoined, preempted, delayed, or is enforced again",
  params,
  bodyLimits: importedBody,
  body: () =>
    z.strictObject({
      events: z
        .array(givenEventSchema())
        .check(
          z.minLength(1, "must name at least one event"),
          z.maxLength(MAX_EVENTS, `must name at most ${MAX_EVENTS} events`),
          eachNamedOnce("id"),
        ),
    }),
  responses: /* @__PURE__ */ ok(
    "How many events were created, updated or left unchanged; events that are not named stay",
    () => z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }),
  ),
  errors: ["not_found", "unknown_rules", "unknown_events", "too_many_events", "conflict"],
  needs: { table: "write" },
});

export const getEnforcement = /* @__PURE__ */ entry("getEnforcement", {
  on: "GET /admin/frameworks/{framework_id}/enforcement",
  summary: "The enforcement events of a framework, and whether each rule's law applies",
  params,
  query: () => z.strictObject({ as_of: z.optional(instantOrDay()) }),
  responses: /* @__PURE__ */ ok(
    "The events by day, and each rule with the event that decides its state",
    enforcementAnswer,
  ),
  needs: { table: "read" },
});

export const getCrosswalk = /* @__PURE__ */ entry("getCrosswalk", {
  on: "GET /frameworks/crosswalk",
  access: "user",
  summary: "The rules of other books about the same thing, and NIST's and ISO's numbers for it",
  query: () =>
    z.strictObject({ framework_id: frameworkIdSchema(), use_case_id: useCaseIdSchema() }),
  responses: /* @__PURE__ */ ok(
    "The rule's twins, and the numbers of the NIST AI RMF and of ISO/IEC 42001",
    () =>
      z.object({
        framework_id: z.string(),
        use_case_id: z.string(),
        twins: z.array(
          z.object({
            framework_id: z.string(),
            use_case_id: z.string(),
            title: z.string(),
            reason: z.string(),
          }),
        ),
        nist_ai_rmf: z.array(z.string()),
        iso_42001: z.array(z.string()),
      }),
  ),
  errors: ["not_found"],
  needs: { table: "read" },
});
