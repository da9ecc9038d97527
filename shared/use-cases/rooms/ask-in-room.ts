import { randomUUID } from "node:crypto";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { ROOM_QUESTIONS } from "#shared/domain/rooms/limits.ts";
import type { AskedRule, RoomQuestion } from "#shared/domain/rooms/question.ts";
import { refuseQuestions } from "#shared/domain/rooms/room.ts";
import { takeFrom } from "#shared/store/rates.ts";
import { putQuestion } from "#shared/store/room-questions.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { type EnteredRoom, recordUse } from "./enter-room.ts";
import { requireReview, requireRule } from "./in-scope.ts";

interface Asked {
  rule?: AskedRule | undefined;
  review_id?: string | undefined;
  text: string;
}

/**
 * A visitor asks a question, perhaps about a rule or a review that the room shows. Question, row and
 * the room's counter are one transaction.
 * @throws DomainError `questions_not_allowed`, `not_found` for what the room does not show,
 *   `too_many_questions`, `rate_limited`
 */
export async function askInRoom(
  room: EnteredRoom,
  asked: Asked,
  now: string,
): Promise<RoomQuestion> {
  if (!room.may_ask) {
    throw new DomainError("questions_not_allowed", "This room takes no questions.");
  }
  prepareChain("room", room.id);
  if (asked.rule !== undefined) await requireRule(room, asked.rule);
  const review = asked.review_id === undefined ? null : await requireReview(room, asked.review_id);
  refuseQuestions(room);
  await takeFrom(ROOM_QUESTIONS, room.id, now, null);
  const question: RoomQuestion = {
    id: randomUUID(),
    room_id: room.id,
    room_title: room.title,
    rule: asked.rule ?? null,
    review_id: review?.id ?? null,
    text: asked.text,
    asked_at: now,
    answer: null,
    answered_at: null,
  };
  const context = contextOf(question, asked.text);
  await recordUse(room, { action: "room.question_asked", context }, now, [putQuestion(question)]);
  return question;
}

/** What a row records about a question: its text's hash, never the text. */
export const contextOf = ({ id, rule, review_id }: RoomQuestion, text: string) => ({
  question_id: id,
  text_hash: sha256Hex(text),
  ...(rule && { rule }),
  ...(review_id !== null && { review_id }),
});
