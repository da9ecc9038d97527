import * as z from "zod/mini";
import { timestamp } from "#shared/domain/text/text-fields.ts";

/** A rule that a question is about. */
export const askedRule = () =>
  z.strictObject({ framework_id: z.string(), use_case_id: z.string() });
export type AskedRule = z.output<ReturnType<typeof askedRule>>;

/** A question that a room's visitor asked, with its answer (contract, room.md, section 1). */
export const questionSchema = () =>
  z.object({
    id: z.string(),
    rule: z.nullable(askedRule()),
    review_id: z.nullable(z.string()),
    /** Verbatim. */
    text: z.string(),
    asked_at: timestamp(),
    answer: z.nullable(z.string()),
    answered_at: z.nullable(timestamp()),
  });

/** As stored, with the room's title, so that a list of questions does not have to read rooms. */
export type RoomQuestion = z.output<ReturnType<typeof questionSchema>> & {
  room_id: string;
  room_title: string;
};
