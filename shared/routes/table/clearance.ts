import * as z from "zod/mini";
import {
  MAX_AGE_DAYS,
  MAX_RULES_ASKED,
  MAX_RULES_IN_QUERY,
} from "#shared/domain/clearance/limits.ts";
import {
  clearanceEvidence,
  clearanceFileSchema,
  envelope,
} from "#shared/domain/evidence/clearance-file.ts";
import { frameworkStatuses } from "#shared/domain/frameworks/framework.ts";
import {
  frameworkIdSchema,
  givenRuleSchema,
  useCaseIdSchema,
  wordingOf,
} from "#shared/domain/frameworks/rule.ts";
import { eachNamedOnce, eachOnce, holdsAcross } from "#shared/domain/members.ts";
import { flag, instantOrDay, page, paging, sentAs } from "#shared/routes/contract/fields.ts";
import { entriesOf, importedBody, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({
  area: "clearance",
  access: "signed_in",
});

const askedRules = () =>
  z
    .array(z.pipe(givenRuleSchema(), z.transform(wordingOf)))
    .check(
      z.minLength(1, "must contain at least one rule"),
      z.maxLength(MAX_RULES_ASKED, `must contain at most ${MAX_RULES_ASKED} rules`),
      eachNamedOnce("use_case_id"),
    );

const ids = (most: number) =>
  z
    .array(useCaseIdSchema())
    .check(
      z.minLength(1, "must name at least one rule"),
      z.maxLength(most, `must name at most ${most} rules`),
      eachOnce("must name each rule once"),
    );

const days = () =>
  z
    .int("must be a whole number of days")
    .check(
      z.minimum(1, "must be at least 1"),
      z.maximum(MAX_AGE_DAYS, `must be at most ${MAX_AGE_DAYS}`),
    );

/** The question (clearance.md, section 1): a book's rules, by their wording or by their ids. */
export const questionSchema = () =>
  z
    .strictObject({
      framework_id: frameworkIdSchema(),
      on: z.optional(z.nullable(instantOrDay())),
      rules: z.optional(askedRules()),
      use_case_ids: z.optional(ids(MAX_RULES_ASKED)),
      max_age_days: z.optional(z.nullable(days())),
      panel_required: z.optional(z.boolean()),
      in_force_only: z.optional(z.boolean()),
    })
    .check(
      holdsAcross(
        ({ rules, use_case_ids }) => (rules === undefined) !== (use_case_ids === undefined),
        "give either rules or use_case_ids",
        "rules",
      ),
    );

const idsInQuery = () =>
  z
    .pipe(
      z.string(),
      z.transform((text) => text.split(",")),
    )
    .check(
      sentAs({
        type: "array",
        items: { type: "string" },
        uniqueItems: true,
        minItems: 1,
        maxItems: MAX_RULES_IN_QUERY,
        description: "Separated by commas.",
      }),
    );

const questionInQuery = () =>
  z.strictObject({
    framework_id: frameworkIdSchema(),
    use_case_ids: z.pipe(idsInQuery(), ids(MAX_RULES_IN_QUERY)),
    on: z.optional(instantOrDay()),
    max_age_days: z.optional(
      z
        .pipe(z.string().check(z.regex(/^\d{1,6}$/, "must be a whole number")), z.transform(Number))
        .check(
          z.refine((n) => n >= 1 && n <= MAX_AGE_DAYS, `must be from 1 to ${MAX_AGE_DAYS}`),
          sentAs({ type: "integer", minimum: 1, maximum: MAX_AGE_DAYS }),
        ),
    ),
    panel_required: z.optional(flag()),
    in_force_only: z.optional(flag()),
    statement: z.optional(flag()),
  });

/** The answer (clearance.md, section 1). */
export const clearanceSchema = () =>
  z.object({
    ...clearanceFileSchema().shape,
    /** Only with a statement, and only for the platform: the rows that support the approvals. */
    evidence: z.optional(clearanceEvidence()),
    /** Only if asked for: DSSE with an in-toto Statement v1. */
    statement: z.optional(envelope()),
  });

/** `?statement=true`: the answer with its signed statement. */
export const withStatement = () => z.strictObject({ statement: z.optional(flag()) });

export const etag = {
  etag: "Covers the answer without its statement and evidence: same state, same tag.",
} as const;

/** The errors that asking for a statement can cause. */
export const refusals = [
  "clearance_key_not_provisioned",
  "unknown_framework",
  "state_differs",
  "too_many_rules",
] as const;

/** A statement is signed over rows whose writers the rows key certified. */
const needsToAsk = {
  table: "read",
  rows: "read",
  clearanceKey: "sign",
  settings: ["COUNSEL_NAMES_TO_TENANTS"],
} as const;

export const askClearance = /* @__PURE__ */ entry("askClearance", {
  on: "POST /clearance",
  summary: "May these wordings ship? Every rule that may not is named, with the reason",
  onlyReads: true,
  query: withStatement,
  bodyLimits: importedBody,
  body: questionSchema,
  responses: {
    200: { description: "The verdict", schema: clearanceSchema, headers: etag },
  },
  errors: refusals,
  needs: needsToAsk,
});

export const getClearance = /* @__PURE__ */ entry("getClearance", {
  on: "GET /clearance",
  summary: "May the live wording of these rules ship?",
  query: questionInQuery,
  responses: {
    200: { description: "The verdict", schema: clearanceSchema, headers: etag },
    304: { description: "Nothing has changed since the answer with this tag" },
  },
  errors: refusals,
  needs: needsToAsk,
});

export const listRuleNames = /* @__PURE__ */ entry("listRuleNames", {
  on: "GET /clearance/rules",
  summary: "What clearance may be asked about: each rule book and its live rules, by name",
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of rule books, in the order of their ids", () =>
    page(
      z.object({
        id: z.string(),
        display_name: z.string(),
        short_name: z.nullable(z.string()),
        status: z.enum(frameworkStatuses),
        rules: z.array(
          z.object({
            use_case_id: z.string(),
            title: z.string(),
            /** The rule's own provision; null if it cites nothing. */
            citation: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  ),
  needs: { table: "read" },
});
