import * as z from "zod/mini";
import { useCaseIdSchema } from "#shared/domain/frameworks/rule.ts";
import { MAX_ANSWER, MAX_QUESTION } from "#shared/domain/reviews/limits.ts";
import { questionSchema } from "#shared/domain/reviews/question.ts";
import { withoutControls } from "#shared/domain/text/text-fields.ts";
import { uuid } from "#shared/routes/contract/fields.ts";
import { underLinkOr } from "#shared/routes/contract/link-errors.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

/* Counsel's questions before deciding, and the requester's answers. */

const asCounsel = /* @__PURE__ */ entriesOf({ area: "reviews", access: "counsel" });
const asAdmin = /* @__PURE__ */ entriesOf({ area: "reviews", access: "platform" });

const linkParams = () => z.object({ token: z.string() });

/** Kept verbatim. */
const textOf = (most: number) =>
  z.string().check(z.minLength(1, "must not be empty"), z.maxLength(most), withoutControls());

export const askInReview = /* @__PURE__ */ asCounsel("askInReview", {
  on: "POST /counsel/review/{token}/questions",
  summary: "Ask the requester something before deciding, about one rule or the whole review",
  params: linkParams,
  body: () =>
    z.strictObject({
      use_case_id: z.optional(z.nullable(useCaseIdSchema())),
      text: textOf(MAX_QUESTION),
    }),
  responses: {
    201: { description: "The question", schema: questionSchema },
    200: { description: "The same question waits for its answer already", schema: questionSchema },
  },
  errors: /* @__PURE__ */ underLinkOr([
    "counsel_unconfirmed",
    "review_not_viewed",
    "conflict",
    "already_decided",
    "unknown_rules",
    "too_many_questions",
  ]),
  needs: { table: "write" },
});

export const listReviewQuestions = /* @__PURE__ */ asCounsel("listReviewQuestions", {
  on: "GET /counsel/review/{token}/questions",
  summary:
    "What counsel asked, what was answered to all members of their panel, and what the counsel asked who passed the review on",
  params: linkParams,
  responses: /* @__PURE__ */ ok("In the order in which they came", () =>
    z.object({ items: z.array(questionSchema()) }),
  ),
  errors: /* @__PURE__ */ underLinkOr(["counsel_unconfirmed", "review_not_viewed", "conflict"]),
  needs: { table: "read", rows: "read" },
});

export const answerReviewQuestion = /* @__PURE__ */ asAdmin("answerReviewQuestion", {
  on: "POST /admin/rule-reviews/{id}/questions/{question_id}/answer",
  summary: "Answer a question of counsel's, once, while the review waits for a decision",
  params: () => z.object({ id: uuid(), question_id: uuid() }),
  body: () =>
    z.strictObject({
      text: textOf(MAX_ANSWER),
      /** In a panel: the other members see question and answer too, but not who asked. */
      to_all: z.optional(z.boolean()),
    }),
  responses: /* @__PURE__ */ ok("The question with its answer", questionSchema),
  errors: ["already_answered", "review_not_pending", "state_differs", "conflict"],
  needs: { table: "write" },
});
