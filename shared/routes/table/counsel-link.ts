import * as z from "zod/mini";
import { receiptSchema } from "#shared/domain/evidence/evidence-file.ts";
import { ruleSchema } from "#shared/domain/frameworks/rule.ts";
import { languages } from "#shared/domain/language.ts";
import { fates } from "#shared/domain/reviews/became.ts";
import { decisionFormSchema } from "#shared/domain/reviews/decision-form.ts";
import { MAX_DECISION_VALUES, suggestedFields } from "#shared/domain/reviews/limits.ts";
import { ruleVerdictsSchema } from "#shared/domain/reviews/rule-verdicts.ts";
import {
  decisions,
  onRejects,
  panelResults,
  panelStatuses,
  reviewStatuses,
} from "#shared/domain/reviews/statuses.ts";
import { wordsSchema } from "#shared/domain/reviews/words-schema.ts";
import { sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";
import { underLinkOr } from "#shared/routes/contract/link-errors.ts";
import { entriesOf, MAX_BODY_BYTES, ok } from "#shared/routes/contract/route.ts";
import { sourceStatus } from "./rule-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "reviews", access: "counsel" });

/** Lets counsel check that the decision is in the log, without trusting the service. */
const logReceipt = () => ({
  row_hash: sha256Hex(),
  /** C2SP tlog-proof; null until the next checkpoint, within two minutes. */
  log_proof: z.nullable(z.string()),
  /** The QR code of the proof's address, for paper: a line of `0` and `1` for each row of modules. */
  proof_code: z.array(z.string()),
});

/** For `verify-bundle.mjs --receipt`. */
const receiptFile = () => receiptSchema();

/** Each side's name for the matter, if that side gave one. */
const references = () => ({
  matter_reference: z.optional(z.string()),
  counsel_reference: z.optional(z.string()),
});

const receipt = () =>
  z.object({
    request_id: z.string(),
    decision: z.enum(decisions),
    decided_at: timestamp(),
    decision_signature: sha256Hex(),
    rule_version_hash: sha256Hex(),
    ...logReceipt(),
    receipt: receiptFile(),
    /** As sent; left out if counsel gave no verdict on single rules. */
    rule_verdicts: z.optional(ruleVerdictsSchema()),
    ...references(),
    /** The panel through which it counts, in its state afterwards; left out if there is none. */
    panel: z.optional(panel()),
  });

const framework = () =>
  z.object({
    id: z.string(),
    display_name: z.string(),
    /** The name that tables use; left out if it has none. */
    short_name: z.optional(z.string()),
    /** BCP 47: the language of the signed text; left out if it is English by default. */
    lang: z.optional(z.string()),
  });

/** How a panel counts and its results; never how the others voted. */
const panel = () =>
  z.object({
    members: z.int(),
    /** The number of members who have to approve a rule. */
    need: z.int(),
    on_reject: z.enum(onRejects),
    status: z.enum(panelStatuses),
    /** The result for each rule, by the rule's name; empty while the panel is open. */
    outcomes: z.array(z.object({ name: z.string(), outcome: z.enum(panelResults) })),
  });

/** Who passed a request on, when and why. */
const delegation = () =>
  z.object({
    from: z.string(),
    at: timestamp(),
    reason: wordsSchema(),
    /** The counsel who alone vouches for the delegate; null: an admin does. */
    vouched_by: z.nullable(z.string()),
  });

/** Counsel as the decision will name them, or already names them. */
const counselAsSigned = () =>
  z.object({
    display_name: z.string(),
    firm: z.nullable(z.string()),
    jurisdiction: z.nullable(z.string()),
    bar_registration: z.nullable(z.string()),
    /** Present, with nonce and keys, only if counsel's own key is required. */
    id: z.optional(z.string()),
  });

/** Counsel's recorded decision. */
const recorded = () =>
  z.object({
    decision: z.enum(decisions),
    decided_at: timestamp(),
    decision_comment: z.nullable(wordsSchema()),
    decision_signature: sha256Hex(),
    ...logReceipt(),
    /** null if the decision's row is missing, which evidence reports. */
    receipt: z.nullable(receiptFile()),
    rule_verdicts: z.optional(ruleVerdictsSchema()),
    /** Counsel's own name for the matter. */
    counsel_reference: z.optional(z.string()),
  });

const linkParams = () => z.object({ token: z.string() });

/** The operations behind the one-time link, without a sign-in. */
export const openReview = /* @__PURE__ */ entry("openReview", {
  on: "GET /counsel/review/{token}",
  summary: "What counsel is asked to review; browsers get the page, which records nothing",
  params: linkParams,
  /** Mail programs append their own parameters; the page ignores them, its JSON does not. */
  query: () => z.looseObject({}),
  responses: {
    200: {
      description:
        "The review as counsel sees it; a browser gets the page. Under a link that has lapsed, the refusal `review_expired` tells who had decided what they decided, in its member `decided`: the receipt, the questions, and the titles of the rules, without their wording; the refusal `panel_decided` tells a member what the panel came to, in its member `panel`. Every refusal 410 names the request in its member `review_id`",
      alsoAs: ["text/html"],
      schema: () =>
        z.object({
          request_id: z.string(),
          framework: framework(),
          counsel: counselAsSigned(),
          status: z.enum(reviewStatuses),
          created_at: timestamp(),
          expires_at: timestamp(),
          rule_version_hash: sha256Hex(),
          rules: z.array(ruleSchema()),
          changed_since_last_approval: z.array(z.string()),
          decision: z.nullable(recorded()),
          /** The language in which to show counsel's page. */
          language: z.enum(languages),
          /** The requester's name for the matter; left out if they gave none. */
          matter_reference: z.optional(z.string()),
          /** Identifies the wording of each rule by its hash, as in rows and log. */
          rule_hashes: z.array(z.object({ use_case_id: z.string(), content_hash: sha256Hex() })),
          /** Where the facts of each rule were read; the hash does not cover it. */
          rule_sources: z.array(
            z.object({ use_case_id: z.string(), source_status: sourceStatus() }),
          ),
          /** The last approved texts of the rules above, without the texts that would not fit. */
          previously_approved: z.record(z.string(), ruleSchema()),
          /** Rules whose live wording is no longer the one under review. */
          changed_meanwhile: z.array(z.string()),
          /** The panel that the request belongs to; left out if there is none. */
          panel: z.optional(panel()),
          /** This counsel's earlier remarks on these rules; left out if there are none. */
          earlier_verdicts: z.optional(
            z.array(
              z.object({
                use_case_id: z.string(),
                review_id: z.string(),
                decided_at: timestamp(),
                verdict: z.enum(decisions),
                text: z.string(),
                /** Whether the wording under review is still the one that counsel remarked on. */
                became: z.enum(["amended", "unchanged"]),
                /** The fields that were amended. */
                changed_fields: z.array(z.string()),
                /** The words that counsel proposed. Comparing texts shows what became of each. */
                suggestions: z.optional(
                  z.array(
                    z.object({
                      field: z.enum(suggestedFields),
                      text: z.string(),
                      became: z.enum(fates),
                    }),
                  ),
                ),
              }),
            ),
          ),
          /** Who passed the request on to this counsel; left out if nobody did. */
          delegation: z.optional(delegation()),
          /** Whether counsel may pass the request on to somebody else. */
          may_delegate: z.boolean(),
          nonce: z.optional(z.string()),
          /** Credential ids of counsel's passkeys that count for this request. */
          keys: z.optional(z.array(z.string())),
        }),
    },
  },
  errors: /* @__PURE__ */ underLinkOr(["counsel_unconfirmed", "review_unreadable", "conflict"]),
  needs: { table: "write", settings: ["COUNSEL_LANGUAGES"] },
});

export const summarizeReview = /* @__PURE__ */ entry("summarizeReview", {
  on: "GET /counsel/review/{token}/summary",
  summary: "What the page of a link says before it is opened; records nothing",
  params: linkParams,
  responses: /* @__PURE__ */ ok(
    "Law, number of rules, time to read them and deadline of a review that waits for a decision; null under every other link, known or not: opening it tells why",
    () =>
      z.object({
        review: z.nullable(
          z.object({
            framework: framework(),
            rule_count: z.int(),
            reading_minutes: z.int(),
            expires_at: timestamp(),
          }),
        ),
      }),
  ),
  needs: { table: "read", rows: "read" },
});

export const decideReview = /* @__PURE__ */ entry("decideReview", {
  on: "POST /counsel/review/{token}/decide",
  summary: "Record counsel's decision; final",
  params: linkParams,
  /** The language of counsel's page. Rows name it if it differs from that of the rules. */
  query: () => z.strictObject({ lang: z.optional(z.enum(languages)) }),
  bodyLimits: { bytes: MAX_BODY_BYTES, values: MAX_DECISION_VALUES },
  body: decisionFormSchema,
  accepts: ["multipart/form-data"],
  files: { supplementary_pdf: "application/pdf" },
  responses: /* @__PURE__ */ ok("The receipt", receipt),
  errors: /* @__PURE__ */ underLinkOr([
    "counsel_unconfirmed",
    "already_decided",
    "verdicts_contradict_decision",
    "suggestion_unchanged",
    "assertion_required",
    "assertion_invalid",
    "counsel_review_secret_not_configured",
    "conflict",
  ]),
  needs: {
    table: "write",
    events: "put",
    readSecrets: ["counsel-review-hmac-secret"],
    credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
    settings: ["COUNSEL_LANGUAGES"],
  },
});
