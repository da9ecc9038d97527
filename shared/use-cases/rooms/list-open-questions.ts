import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import { type RoomStatus, statusOf } from "#shared/domain/rooms/room.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfOpenQuestions } from "#shared/store/room-questions.ts";
import { getRooms } from "#shared/store/rooms.ts";

/** A question that nobody has answered, with whether its room is still open. */
export type OpenQuestion = RoomQuestion & { room_status: RoomStatus };

/** A page of the questions that nobody has answered, of every room, oldest first. */
export async function listOpenQuestions(paging: Paging, now: string): Promise<Page<OpenQuestion>> {
  const { items, next_cursor } = await pageOfOpenQuestions(paging);
  const rooms = await getRooms([...new Set(items.map(({ room_id }) => room_id))]);
  const statuses = new Map(rooms.flatMap((room) => (room ? [[room.id, statusOf(room, now)]] : [])));
  return {
    items: items.map((question) => ({
      ...question,
      room_status: statuses.get(question.room_id) ?? "expired",
    })),
    next_cursor,
  };
}
