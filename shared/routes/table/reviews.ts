import * as z from "zod/mini";
import { mailStatuses } from "#shared/domain/courier/mail-status.ts";
import { frameworkIdSchema, useCaseIdSchema } from "#shared/domain/frameworks/rule.ts";
import { eachOnce } from "#shared/domain/members.ts";
import { givenShape } from "#shared/domain/reviews/fields.ts";
import {
  expiryDays as days,
  MAX_REASON,
  MAX_RULES_A_REVIEW,
} from "#shared/domain/reviews/limits.ts";
import { stages } from "#shared/domain/reviews/stage.ts";
import { decisions, reviewStatuses } from "#shared/domain/reviews/statuses.ts";
import { withoutControls, withoutHidden } from "#shared/domain/text/text-fields.ts";
import { auditRowPages, trailQuery } from "#shared/routes/contract/audit-row.ts";
import { instant, page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { created, entriesOf, ok } from "#shared/routes/contract/route.ts";
import { counselKeysSchema } from "./counsel-schemas.ts";
import { needsKeyringToAsk } from "./keyring-needs.ts";
import {
  called,
  deliver,
  expiryDays,
  mayDelegate,
  refusedRequest,
  requestedReview,
  reviewSchema,
  shownLink,
} from "./review-schemas.ts";
import { openHoldsWording, openOnRule, signedAs, signedBy } from "./rule-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "reviews", access: "platform" });

const queued = () =>
  z.extend(reviewSchema(), {
    ...called(),
    counsel_display_name: z.string(),
    counsel_firm: z.nullable(z.string()),
    signed_as: signedAs(),
  });

const params = () => z.object({ id: uuid() });
const refused = ["unknown_framework", "already_requested", ...refusedRequest] as const;

export const createReview = /* @__PURE__ */ entry("createReview", {
  on: "POST /admin/rule-reviews",
  canary: true,
  summary:
    "Commission a review; the response contains the one-time link, the only time it is shown",
  body: () =>
    z.strictObject({
      framework_id: frameworkIdSchema(),
      rule_use_case_ids: z
        .array(useCaseIdSchema())
        .check(
          z.minLength(1, "must name at least one rule"),
          z.maxLength(MAX_RULES_A_REVIEW, `must name at most ${MAX_RULES_A_REVIEW} rules`),
          eachOnce("must name each rule once"),
          z.meta({ uniqueItems: true }),
        ),
      counsel_id: uuid(),
      expiry_days: expiryDays(),
      deliver: deliver(),
      may_delegate: mayDelegate(),
      /**
       * False: refused with `already_requested` and the `open_review_id` if this counsel already has an
       * open request, outside a panel, that holds all of these rules in their live wording.
       */
      again: z._default(z.boolean(), true),
      ...givenShape(),
    }),
  responses: /* @__PURE__ */ created("The review and its link", requestedReview),
  errors: refused,
  needs: needsKeyringToAsk,
  logsLinks: true,
});

export const queueQuery = () =>
  z.strictObject({
    ...paging(),
    status: z.optional(z.enum(reviewStatuses)),
    framework_id: z.optional(z.string().check(z.maxLength(64), withoutHidden())),
    counsel_id: z.optional(uuid()),
    /** The status of the newest mail about it. */
    mail: z.optional(z.enum(mailStatuses)),
    /**
     * Text of a list row (articles, counsel, rule book, requester, a day), or an id or its first eight
     * characters.
     */
    search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    /** Pending requests that expire before this instant, the most urgent first. */
    expires_before: z.optional(instant()),
    /** Open requests as Home counts them: not opened, being read, or with at most 3 days left. */
    stage: z.optional(z.enum(stages)),
  });

export const queueAnswer = /* @__PURE__ */ ok("A page of the queue", () => page(queued()));

export const listReviews = /* @__PURE__ */ entry("listReviews", {
  on: "GET /admin/rule-reviews",
  canary: true,
  summary:
    "The review queue, newest first, each with its status by the clock; by expiry when expires_before is given",
  query: queueQuery,
  responses: queueAnswer,
  needs: { table: "read" },
});

export const countReviews = /* @__PURE__ */ entry("countReviews", {
  on: "GET /admin/rule-reviews/counts",
  summary: "How many reviews the queue holds by status (by the clock), counted up to 100 each",
  query: () => z.strictObject({ framework_id: z.optional(z.string().check(z.maxLength(64))) }),
  responses: /* @__PURE__ */ ok("Every status; is_more: the true number is higher", () =>
    z.object({
      counts: z.array(
        z.object({ status: z.enum(reviewStatuses), count: z.int(), is_more: z.boolean() }),
      ),
    }),
  ),
  needs: { table: "read" },
});

export const listObjections = /* @__PURE__ */ entry("listObjections", {
  on: "GET /admin/objections",
  summary:
    "What counsel objects to, rule by rule, and the changes that approvals named, newest first",
  query: () =>
    z.strictObject({
      ...paging(),
      /** If omitted, those of every current framework. */
      framework_id: z.optional(frameworkIdSchema()),
      use_case_id: z.optional(useCaseIdSchema()),
    }),
  responses: /* @__PURE__ */ ok(
    "A page of what is still to be done: until a later decision on the rule",
    () =>
      z.extend(
        page(
          z.object({
            framework_id: z.string(),
            use_case_id: z.string(),
            title: z.string(),
            /** `objection`: the rule is refused; `wish`: it is approved, and changes should follow. */
            kind: z.enum(["objection", "wish"]),
            verdict: z.enum(decisions),
            text: z.string(),
            review_id: z.string(),
            panel_id: z.nullable(z.string()),
            decided_at: timestamp(),
            counsel: signedBy(),
            /** Whether the live wording is no longer the one that counsel remarked on. */
            amended: z.boolean(),
            ...openOnRule(),
            ...openHoldsWording(),
          }),
        ),
        { /** On all pages. */ total: z.int() },
      ),
  ),
  errors: ["state_differs"],
  needs: { table: "read" },
});

export const getReview = /* @__PURE__ */ entry("getReview", {
  on: "GET /admin/rule-reviews/{id}",
  summary: "One review, with its status by the clock",
  params,
  responses: /* @__PURE__ */ ok("The review", () =>
    z.extend(reviewSchema(), { counsel_keys: counselKeysSchema() }),
  ),
  needs: { table: "read" },
});

export const cancelReview = /* @__PURE__ */ entry("cancelReview", {
  on: "POST /admin/rule-reviews/{id}/cancel",
  summary: "Withdraw a pending review; its link stops working",
  params,
  responses: /* @__PURE__ */ ok("The review", reviewSchema),
  errors: ["review_not_pending", "state_differs", "conflict"],
  needs: { table: "write", events: "put" },
});

export const renewReviewLink = /* @__PURE__ */ entry("renewReviewLink", {
  on: "POST /admin/rule-reviews/{id}/link",
  summary: "Give a pending review a new link; the old one stops working",
  params,
  body: () => z.optional(z.strictObject({ deliver: deliver() })),
  responses: /* @__PURE__ */ ok("The new link, shown only here", () => z.object(shownLink())),
  errors: [
    "review_not_pending",
    "second_person_required",
    "counsel_unconfirmed",
    "counsel_is_admin",
    "manual_delivery_disabled",
    "mail_not_configured",
    "counsel_mail_stopped",
    "counsel_review_secret_not_configured",
    "state_differs",
    "conflict",
  ],
  needs: needsKeyringToAsk,
});

export const extendReview = /* @__PURE__ */ entry("extendReview", {
  on: "POST /admin/rule-reviews/{id}/extend",
  summary: "Give counsel more time for a pending review, under the link that they have",
  params,
  body: () =>
    z.strictObject({
      /**
       * Days from now: at most 60, and ending at most 180 days after the review was requested; at least a
       * minute later than the present end.
       */
      expiry_days: z.int().check(z.minimum(days.least)),
    }),
  responses: /* @__PURE__ */ ok("The review", reviewSchema),
  errors: [
    "review_not_pending",
    "expiry_not_later",
    "expiry_too_late",
    "invalid_token",
    "state_differs",
    "conflict",
  ],
  needs: { table: "write", events: "put" },
});

export const getReviewAudit = /* @__PURE__ */ entry("getReviewAudit", {
  on: "GET /admin/rule-reviews/{id}/audit",
  summary: "The audit rows of one review, oldest first",
  params,
  query: trailQuery,
  responses: auditRowPages,
  needs: { table: "read" },
});

export const eraseWords = /* @__PURE__ */ entry("eraseWords", {
  on: "POST /admin/rule-reviews/{id}/erase-words",
  summary: "Erase what counsel wrote about a review; what they signed still verifies",
  params,
  body: () =>
    z.strictObject({
      reason: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, "must not be empty"),
          z.maxLength(MAX_REASON),
          withoutControls(),
        ),
    }),
  responses: /* @__PURE__ */ ok("The review, with commitments in place of the words", reviewSchema),
  needs: { table: "write" },
});
