import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/rooms.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import * as questions from "#shared/store/room-questions.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { contextOf } from "./ask-in-room.ts";

interface Given {
  roomId: string;
  questionId: string;
  text: string;
  /** The admin's user id. */
  answeredBy: string;
  now: string;
}

/**
 * Answers a visitor's question, once; a closed room's questions can still be answered.
 * @throws DomainError `not_found`, `already_answered`
 */
export async function answerRoomQuestion(given: Given): Promise<RoomQuestion> {
  const { roomId, questionId, text, answeredBy, now } = given;
  prepareChain("room", roomId);
  const before = await questions.getQuestion(roomId, questionId);
  if (before === null) throw noSuch("question");
  if (before.answered_at !== null) throw alreadyAnswered();
  const after: RoomQuestion = { ...before, answer: text, answered_at: now };
  const row = auditRow({
    action: "room.question_answered",
    resourceId: roomId,
    tenantId: null,
    actorUserId: answeredBy,
    context: contextOf(after, text),
    id: randomUUID(),
    at: now,
  });
  const outcome = await questions.answerQuestion(before, after, row);
  if (!outcome.committed) throw alreadyAnswered();
  return after;
}

const alreadyAnswered = (): DomainError =>
  new DomainError("already_answered", "The question has already been answered.");
