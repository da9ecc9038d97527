import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfQuestions } from "#shared/store/room-questions.ts";
import { requireRoom } from "./get-room.ts";

/** A page of a room's questions, for its admin. @throws DomainError `not_found` */
export async function listRoomQuestions(id: string, paging: Paging): Promise<Page<RoomQuestion>> {
  const [, page] = await Promise.all([requireRoom(id), pageOfQuestions(id, paging)]);
  return page;
}
