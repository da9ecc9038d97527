import * as z from "zod/mini";
import { wordsShown } from "#shared/domain/evidence/withhold.ts";
import { frameworkIdSchema } from "#shared/domain/frameworks/rule.ts";
import { eachOnce, holdsAcross } from "#shared/domain/members.ts";
import { MAX_COUNSEL, MAX_FRAMEWORKS, MAX_TITLE, roomDays } from "#shared/domain/rooms/limits.ts";
import { questionSchema } from "#shared/domain/rooms/question.ts";
import { roomStatuses } from "#shared/domain/rooms/room.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { auditRowPages, trailQuery } from "#shared/routes/contract/audit-row.ts";
import { instant, page, paging, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { questionText, roomSchema } from "./room-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "rooms", access: "platform" });

const params = () => z.object({ id: uuid() });

/** A list of one to `most` different ids. */
const several = <T extends z.ZodMiniType<string>>(item: T, what: string, most: number) =>
  z
    .array(item)
    .check(
      z.minLength(1, `must name at least one ${what}`),
      z.maxLength(most, `must name at most ${most}`),
      eachOnce(`must name each ${what} once`),
      z.meta({ uniqueItems: true }),
    );

export const createRoom = /* @__PURE__ */ entry("createRoom", {
  on: "POST /admin/rooms",
  summary: "Open a room in which a stranger reads evidence; the only answer with its link",
  /** With dry_run no room is opened: the answer says what the room would show. */
  query: () => z.strictObject({ dry_run: z.optional(z.literal("true")) }),
  body: () =>
    z
      .strictObject({
        title: z
          .string()
          .check(
            z.trim(),
            z.minLength(1, "must not be empty"),
            z.maxLength(MAX_TITLE),
            withoutHidden(),
          ),
        framework_ids: several(frameworkIdSchema(), "rule book", MAX_FRAMEWORKS),
        /** Only decisions from this instant on. */
        decided_from: z.optional(instant()),
        /** Only decisions before this instant. */
        decided_to: z.optional(instant()),
        counsel_ids: z.optional(several(uuid(), "counsel", MAX_COUNSEL)),
        expires_in_days: z.int().check(z.minimum(roomDays.least), z.maximum(roomDays.most)),
        /** `withheld`: the room holds no text of counsel's, only salted hashes that prove as much. */
        words: z._default(z.enum(wordsShown), "full"),
        /** Whether its visitor may ask questions. */
        may_ask: z._default(z.boolean(), false),
      })
      .check(
        holdsAcross(
          ({ decided_from, decided_to }) =>
            typeof decided_from !== "string" ||
            typeof decided_to !== "string" ||
            decided_from < decided_to,
          "must be after decided_from",
          "decided_to",
        ),
      ),
  responses: {
    200: {
      description: "With dry_run: what the room would show now; nothing was written",
      schema: () =>
        z.object({
          frameworks: z.array(
            z.object({ id: z.string(), display_name: z.string(), rules: z.int() }),
          ),
          /** Decided reviews, counted up to 1,000. */
          reviews: z.int(),
          is_more: z.boolean(),
        }),
    },
    201: {
      description: "The room and its link",
      schema: () => z.object({ room: roomSchema(), room_url: z.string() }),
    },
  },
  errors: ["unknown_framework", "unknown_counsel", "counsel_framework_mismatch"],
  needs: { table: "write" },
});

export const listRooms = /* @__PURE__ */ entry("listRooms", {
  on: "GET /admin/rooms",
  summary: "Every room, newest first, with how often it was used",
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of rooms", () => page(roomSchema())),
  needs: { table: "read" },
});

export const getRoom = /* @__PURE__ */ entry("getRoom", {
  on: "GET /admin/rooms/{id}",
  summary: "One room",
  params,
  responses: /* @__PURE__ */ ok("The room", roomSchema),
  needs: { table: "read" },
});

export const revokeRoom = /* @__PURE__ */ entry("revokeRoom", {
  on: "POST /admin/rooms/{id}/revoke",
  summary: "Close a room at once and for good; repeated, nothing more happens",
  params,
  responses: /* @__PURE__ */ ok("The room", roomSchema),
  needs: { table: "write" },
});

export const getRoomAudit = /* @__PURE__ */ entry("getRoomAudit", {
  on: "GET /admin/rooms/{id}/audit",
  summary: "The audit rows of one room, its visitors' among them, oldest first",
  params,
  query: trailQuery,
  responses: auditRowPages,
  needs: { table: "read" },
});

export const listRoomQuestions = /* @__PURE__ */ entry("listRoomQuestions", {
  on: "GET /admin/rooms/{id}/questions",
  summary: "What a room's visitors asked, oldest first, with the answers",
  params,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of questions", () => page(questionSchema())),
  needs: { table: "read" },
});

export const answerRoomQuestion = /* @__PURE__ */ entry("answerRoomQuestion", {
  on: "POST /admin/rooms/{id}/questions/{question_id}/answer",
  summary: "Answer a visitor's question, once",
  params: () => z.object({ id: uuid(), question_id: uuid() }),
  body: () => z.strictObject({ text: questionText() }),
  responses: /* @__PURE__ */ ok("The question with its answer", questionSchema),
  errors: ["already_answered"],
  needs: { table: "write" },
});

export const listOpenQuestions = /* @__PURE__ */ entry("listOpenQuestions", {
  on: "GET /admin/room-questions",
  summary: "The questions of every room that nobody has answered, oldest first",
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of questions, each with its room", () =>
    page(
      z.extend(questionSchema(), {
        room_id: z.string(),
        room_title: z.string(),
        /** Once the room is closed, no visitor can read the answer any more. */
        room_status: z.enum(roomStatuses),
      }),
    ),
  ),
  needs: { table: "read" },
});
