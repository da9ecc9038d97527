import { DomainError } from "#shared/domain/errors.ts";
import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfOpenQuestions, pageOfQuestions } from "#shared/store/room-questions.ts";
import type { EnteredRoom } from "./enter-room.ts";
import { requireRoom } from "./get-room.ts";

/** A page of a room's questions, for its admin. @throws DomainError `not_found` */
export async function listRoomQuestions(id: string, paging: Paging): Promise<Page<RoomQuestion>> {
  const [, page] = await Promise.all([requireRoom(id), pageOfQuestions(id, paging)]);
  return page;
}

/** The same for its visitor. @throws DomainError `questions_not_allowed` */
export async function listAskedQuestions(
  room: EnteredRoom,
  paging: Paging,
): Promise<Page<RoomQuestion>> {
  if (room.may_ask) return pageOfQuestions(room.id, paging);
  throw new DomainError("questions_not_allowed", "This room takes no questions.");
}

/** A page of the questions that nobody has answered, of every room, oldest first. */
export const listOpenQuestions = (paging: Paging): Promise<Page<RoomQuestion>> =>
  pageOfOpenQuestions(paging);
