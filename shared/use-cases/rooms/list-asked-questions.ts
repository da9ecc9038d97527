import { DomainError } from "#shared/domain/errors.ts";
import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfQuestions } from "#shared/store/room-questions.ts";
import type { EnteredRoom } from "./enter-room.ts";

/** A page of a room's questions, for its visitor. @throws DomainError `questions_not_allowed` */
export async function listAskedQuestions(
  room: EnteredRoom,
  paging: Paging,
): Promise<Page<RoomQuestion>> {
  if (room.may_ask) return pageOfQuestions(room.id, paging);
  throw new DomainError("questions_not_allowed", "This room takes no questions.");
}
