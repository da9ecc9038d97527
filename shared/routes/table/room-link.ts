import * as z from "zod/mini";
import { evidenceFileSchema } from "#shared/domain/evidence/evidence-file.ts";
import { frameworkSchema } from "#shared/domain/frameworks/framework.ts";
import { questionSchema } from "#shared/domain/rooms/question.ts";
import { instant, instantOrDay, page, paging } from "#shared/routes/contract/fields.ts";
import { created, entriesOf } from "#shared/routes/contract/route.ts";
import {
  listedReview,
  questionBody,
  roomCoverage,
  roomEvidence,
  roomRule,
  roomRuleWithVersions,
} from "./room-schemas.ts";
import { reviewStatus, roomWording } from "./rule-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "rooms", access: "room" });

/** Any text: what names nothing in the room is outside of it, and answered like everything else. */
const params = () => z.object({ token: z.string() });

/** An answer for the page's script. A browser's prefetch of the same address gets the room's page. */
const shown = <const S extends () => z.ZodMiniType>(description: string, schema: S) =>
  ({ 200: { description, alsoAs: ["text/html"], schema } }) as const;

/** The JSON that a room shows to whoever has its link. The room's page has its own table. */
export const listRoomFrameworks = /* @__PURE__ */ entry("listRoomFrameworks", {
  on: "GET /room/{token}/frameworks",
  summary: "The frameworks that the room shows",
  params,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ shown(
    "A page of frameworks; the header Room is percent-encoded JSON {title, expires_at, " +
      "decided_from, decided_to, counsel}. A browser's prefetch gets the room's page",
    () => page(frameworkSchema()),
  ),
  needs: { table: "write" },
});

export const listRoomRules = /* @__PURE__ */ entry("listRoomRules", {
  on: "GET /room/{token}/rules",
  summary: "The live rules of the room's frameworks, with their review status",
  params,
  query: () =>
    z.strictObject({
      ...paging(),
      framework_id: z.optional(z.string()),
      status: z.optional(reviewStatus()),
      /** Words; each must occur in the rule's id, title, citations or texts, ignoring case. */
      search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    }),
  responses: /* @__PURE__ */ shown(
    "A page of rules; a browser's prefetch gets the room's page",
    () => page(roomRule()),
  ),
  errors: ["not_found", "state_differs"],
  needs: { table: "write" },
});

export const listRoomReviews = /* @__PURE__ */ entry("listRoomReviews", {
  on: "GET /room/{token}/reviews",
  summary: "The decided reviews that the room shows, oldest decision first",
  params,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ shown(
    "A page of reviews with the counsel who signed; a browser's prefetch gets the room's page",
    () => page(listedReview()),
  ),
  needs: { table: "write" },
});

export const getRoomRule = /* @__PURE__ */ entry("getRoomRule", {
  on: "GET /room/{token}/rules/{framework_id}/{use_case_id}",
  summary: "One rule with all its versions; with on, the wording of that day and who approved it",
  params: () => z.object({ token: z.string(), framework_id: z.string(), use_case_id: z.string() }),
  query: () => z.strictObject({ on: z.optional(instantOrDay()) }),
  responses: /* @__PURE__ */ shown(
    "The rule and its versions, or the wording at that instant with the approvals that the " +
      "room shows; a browser's prefetch gets the room's page",
    () => z.union([roomRuleWithVersions(), roomWording()]),
  ),
  errors: ["payload_too_large", "not_found", "state_differs"],
  needs: {
    table: "write",
    readSecrets: ["counsel-review-hmac-secret"],
    credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
  },
});

export const getRoomCoverage = /* @__PURE__ */ entry("getRoomCoverage", {
  on: "GET /room/{token}/coverage",
  summary: "The drift report of a framework that the room shows, for now or as of any instant",
  params,
  query: () => z.strictObject({ framework_id: z.string(), as_of: z.optional(instant()) }),
  responses: /* @__PURE__ */ shown(
    "The report, naming no review that the room does not show. If the values of all changed " +
      "fields are too much for one answer, some rows have only the names of these fields. A " +
      "browser's prefetch gets the room's page",
    roomCoverage,
  ),
  errors: ["payload_too_large", "not_found", "state_differs"],
  needs: { table: "write" },
});

/** The parameters of one decided review that the room shows. */
const ofReview = () => z.object({ token: z.string(), id: z.string() });

export const getRoomEvidence = /* @__PURE__ */ entry("getRoomEvidence", {
  on: "GET /room/{token}/reviews/{id}/evidence",
  summary: "The evidence procedure over one review: record, trail and every check",
  params: ofReview,
  responses: /* @__PURE__ */ shown(
    "The findings; a browser's prefetch gets the room's page",
    roomEvidence,
  ),
  errors: ["not_found"],
  needs: {
    table: "write",
    readSecrets: ["counsel-review-hmac-secret"],
    credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
    settings: ["TSA_URL"],
  },
});

export const getRoomBundle = /* @__PURE__ */ entry("getRoomBundle", {
  on: "GET /room/{token}/reviews/{id}/bundle",
  summary: "The offline evidence bundle of one review, byte for byte the admin's",
  params: ofReview,
  responses: {
    200: {
      description: "The bundle, RFC 8785 text; a browser's prefetch gets the room's page",
      alsoAs: ["text/html"],
      schema: evidenceFileSchema,
      canonical: true,
    },
  },
  errors: ["payload_too_large", "not_found"],
  needs: { table: "write", settings: ["TSA_URL"] },
});

export const getRoomCertificate = /* @__PURE__ */ entry("getRoomCertificate", {
  on: "GET /room/{token}/reviews/{id}/certificate.pdf",
  summary: "The certificate of one review, byte for byte the admin's, with its bundle attached",
  params: ofReview,
  responses: {
    200: {
      description: "The certificate; a browser's prefetch gets the room's page",
      contentType: "application/pdf",
      alsoAs: ["text/html"],
    },
  },
  errors: ["not_found", "state_differs"],
  needs: { table: "write", settings: ["TSA_URL"] },
});

export const exportRoom = /* @__PURE__ */ entry("exportRoom", {
  on: "GET /room/{token}/export",
  summary: "The bundles of every review that the room shows, in parts of 4 MB",
  params,
  query: () => z.strictObject({ cursor: paging().cursor }),
  responses: /* @__PURE__ */ shown(
    "A part, oldest decision first; verify-bundle.mjs reads each bundle. A browser's prefetch " +
      "gets the room's page",
    () =>
      z.object({
        /** Each in the form that `/reviews/{id}/bundle` answers. */
        bundles: z.array(z.record(z.string(), z.unknown())),
        next_cursor: z.nullable(z.string()),
      }),
  ),
  needs: { table: "write", settings: ["TSA_URL"] },
});

export const askInRoom = /* @__PURE__ */ entry("askInRoom", {
  on: "POST /room/{token}/questions",
  summary: "Ask a question, perhaps about a rule or a review that the room shows",
  params,
  body: questionBody,
  responses: /* @__PURE__ */ created("The question", questionSchema),
  errors: ["not_found", "questions_not_allowed", "too_many_questions"],
  needs: { table: "write" },
});

export const listAskedQuestions = /* @__PURE__ */ entry("listAskedQuestions", {
  on: "GET /room/{token}/questions",
  summary: "What was asked in the room, oldest first, with the answers",
  params,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ shown(
    "A page of questions; a browser's prefetch gets the room's page",
    () => page(questionSchema()),
  ),
  errors: ["questions_not_allowed"],
  needs: { table: "write" },
});
