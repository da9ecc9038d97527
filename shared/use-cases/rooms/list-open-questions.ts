import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfOpenQuestions } from "#shared/store/room-questions.ts";

/** A page of the questions that nobody has answered, of every room, oldest first. */
export const listOpenQuestions = (paging: Paging): Promise<Page<RoomQuestion>> =>
  pageOfOpenQuestions(paging);
