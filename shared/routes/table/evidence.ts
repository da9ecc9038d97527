import * as z from "zod/mini";
import { counselSchema } from "#shared/domain/counsel/counsel.ts";
import { evidenceFileSchema } from "#shared/domain/evidence/evidence-file.ts";
import { frameworkIdSchema } from "#shared/domain/frameworks/rule.ts";
import { holdsAcross } from "#shared/domain/members.ts";
import { approvals } from "#shared/domain/reviews/review.ts";
import { type Decision, decisions } from "#shared/domain/reviews/statuses.ts";
import { type RuleStatus, ruleStatuses } from "#shared/domain/standing/rule-status.ts";
import { calendarDate, withoutHidden } from "#shared/domain/text/text-fields.ts";
import { flag, instant, page, paging, sentAs, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { coverage, evidence, machineCoverage } from "./evidence-schemas.ts";
import { needsKeyring } from "./keyring-needs.ts";
import { called, reviewSchema } from "./review-schemas.ts";
import { signedAs } from "./rule-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "evidence", access: "platform" });

export const params = () => z.object({ id: uuid() });

/** A text of words, separated by commas. */
const split = <Word extends string>() => z.transform((text: string) => text.split(",") as Word[]);

/** Checks that these are some of the words, each named once. */
const someOf = <Word extends string>(words: readonly Word[], otherwise?: readonly Word[]) =>
  [
    z.refine<Word[]>(
      (list) => list.every((one) => words.includes(one)) && new Set(list).size === list.length,
      `must be one or several of ${words.join(", ")}, separated by commas`,
    ),
    sentAs({
      type: "array",
      items: { type: "string", enum: [...words] },
      uniqueItems: true,
      minItems: 1,
      ...(otherwise === undefined ? {} : { default: [...otherwise] }),
      description: "Separated by commas.",
    }),
  ] as const;

/** The statuses of decided requests; the approvals by default. */
const statuses = () =>
  z
    .pipe(z._default(z.string(), approvals.join(",")), split<Decision>())
    .check(...someOf<Decision>(decisions, approvals));

const coverageStatuses = () =>
  z.pipe(z.string(), split<RuleStatus>()).check(...someOf<RuleStatus>(ruleStatuses));

const needsToVerify = { ...needsKeyring, settings: ["TSA_URL"] } as const;

export const getEvidence = /* @__PURE__ */ entry("getEvidence", {
  on: "GET /admin/rule-reviews/{id}/evidence",
  canary: true,
  summary: "The evidence procedure over one review: record, trail and every check",
  params,
  responses: /* @__PURE__ */ ok("The findings", evidence),
  needs: needsToVerify,
});

export const bundleAnswer = {
  200: { description: "The bundle, RFC 8785 text", schema: evidenceFileSchema, canonical: true },
} as const;

export const getBundle = /* @__PURE__ */ entry("getBundle", {
  on: "GET /admin/rule-reviews/{id}/bundle",
  canary: true,
  summary: "The offline evidence bundle; checked by verify-bundle.mjs without this service",
  params,
  responses: bundleAnswer,
  errors: ["payload_too_large"],
  needs: { table: "read", settings: ["TSA_URL"] },
});

export const certificateAnswer = {
  200: { description: "The certificate", contentType: "application/pdf" },
} as const;

export const getCertificate = /* @__PURE__ */ entry("getCertificate", {
  on: "GET /admin/rule-reviews/{id}/certificate.pdf",
  summary: "A decided review as PDF/A-3a and PDF/UA-1, with its bundle attached",
  params,
  responses: certificateAnswer,
  errors: ["review_not_decided", "state_differs", "rate_limited"],
  // The evidence log takes the hash of each new certificate.
  needs: { table: "write", settings: ["TSA_URL"] },
});

export const getVerifier = /* @__PURE__ */ entry("getVerifier", {
  on: "GET /evidence/verify-bundle.mjs",
  access: "public",
  cacheable: true,
  summary: "The offline verifier, a single file that runs on plain Node and in browsers",
  /**
   * Pages that import it name the text that they were built with, so that no cache serves an older one.
   */
  query: () => z.strictObject({ sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))) }),
  responses: { 200: { description: "The program", contentType: "text/javascript" } },
  needs: {},
});

export const searchEvidence = /* @__PURE__ */ entry("searchEvidence", {
  on: "GET /admin/evidence",
  summary: "Decided reviews by framework, counsel, status and date, oldest decision first",
  query: () =>
    z.strictObject({
      ...paging(),
      framework_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
      counsel_email: z.optional(
        z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), withoutHidden()),
      ),
      decided_from: z.optional(instant()),
      decided_to: z.optional(instant()),
      status: statuses(),
    }),
  responses: /* @__PURE__ */ ok("A page of decided reviews with the counsel who signed", () =>
    page(
      z.extend(reviewSchema(), {
        ...called(),
        counsel_email: z.nullable(z.string()),
        counsel: z.nullable(counselSchema()),
        signed_as: signedAs(),
      }),
    ),
  ),
  needs: { table: "read" },
});

export const coverageParams = () => z.object({ framework_id: frameworkIdSchema() });

export const coverageQuery = () =>
  z
    .strictObject({
      as_of: z.optional(instant()),
      /** `full` if left out; `outline`: without texts; `months`: totals of six, without rows. */
      view: z.optional(z.enum(["full", "outline", "months"])),
      /** Only rules with one of these statuses, separated by commas. */
      status: z.optional(coverageStatuses()),
      /** Only rules whose law starts to apply on this day. */
      starts: z.optional(calendarDate()),
      /** Only rules with an open request or panel; `false`: only the others. */
      open: z.optional(flag()),
      /** Only rules to which counsel objects; `false`: only the others. */
      objections: z.optional(flag()),
    })
    .check(
      holdsAcross(
        ({ view, as_of: _, ...filters }) => view !== "months" || Object.keys(filters).length === 0,
        "months are told of the whole book, without filters",
        "view",
      ),
    );

const coverageText =
  "The report. If the values of all changed fields are too much for one answer, some rows have " +
  "only the names of these fields";
const coverageAnswer = /* @__PURE__ */ ok(coverageText, coverage);

/** The same for a machine. */
export const machineCoverageAnswer = /* @__PURE__ */ ok(coverageText, machineCoverage);

export const getCoverage = /* @__PURE__ */ entry("getCoverage", {
  on: "GET /admin/frameworks/{framework_id}/coverage",
  summary: "The drift report of a framework, for now or as of any instant",
  params: coverageParams,
  query: coverageQuery,
  responses: coverageAnswer,
  errors: ["payload_too_large", "state_differs"],
  needs: { table: "read" },
});

export const verifySignature = /* @__PURE__ */ entry("verifySignature", {
  on: "POST /admin/signatures/verify",
  summary: "Does a signature verify, and under which key; nothing is normalised",
  onlyReads: true,
  body: () =>
    z.strictObject({
      decision: z.string().check(z.maxLength(100)),
      counsel_email: z.string().check(z.maxLength(1000)),
      nonce: z.string().check(z.maxLength(1000)),
      decided_at: z.string().check(z.maxLength(100)),
      signature: z.string().check(z.maxLength(1000)),
    }),
  responses: /* @__PURE__ */ ok("The verdict", () =>
    z.object({ verified: z.boolean(), key_id: z.nullable(z.string()) }),
  ),
  needs: needsKeyring,
});
