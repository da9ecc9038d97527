import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const room = about("room");

/** An action by a visitor of a room, who may have read one review. */
const roomUse = room("read", () => ({ review_id: z.optional(z.string()) }));

const roomQuestion = () => ({
  question_id: z.string(),
  /** Lower-case hex SHA-256 over the UTF-8 bytes of the question, or of the answer. */
  text_hash: z.string(),
  rule: z.optional(z.strictObject({ framework_id: z.string(), use_case_id: z.string() })),
  review_id: z.optional(z.string()),
});

/** Regulators' rooms. */
export const roomActions = {
  "room.created": room("create", () => ({
    title: z.string(),
    framework_ids: z.array(z.string()),
    decided_from: z.nullable(z.string()),
    decided_to: z.nullable(z.string()),
    counsel_ids: z.nullable(z.array(z.string())),
    words: z.enum(["full", "withheld"]),
    may_ask: z.boolean(),
    expires_at: z.string(),
  })),
  "room.entered": roomUse,
  "room.evidence_read": roomUse,
  "room.bundle_downloaded": roomUse,
  "room.certificate_downloaded": roomUse,
  "room.question_asked": room("create", roomQuestion),
  "room.question_answered": room("update", roomQuestion),
  "room.revoked": room("update", () => ({})),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(roomActions);
