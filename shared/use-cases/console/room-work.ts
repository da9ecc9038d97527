import { type Found, plainWork, shortened } from "#shared/domain/console/work.ts";
import {
  listOpenQuestions,
  type OpenQuestion,
} from "#shared/use-cases/rooms/list-open-questions.ts";

/** The most questions to read. */
const MAX_QUESTIONS = 50;

/**
 * Questions of room visitors that nobody has answered, one entry per room, the oldest first. Questions
 * in closed rooms are listed separately, because their visitors can no longer read an answer.
 */
export async function questionWork(now: string): Promise<Found[]> {
  const { items, next_cursor } = await listOpenQuestions({ limit: MAX_QUESTIONS }, now);
  const { open = [], closed = [] } = Object.groupBy(items, ({ room_status }) =>
    room_status === "open" ? "open" : "closed",
  );
  return [
    { kind: "room_question", work: workIn(open), isMore: next_cursor !== null },
    { kind: "closed_room_question", work: workIn(closed), isMore: next_cursor !== null },
  ];
}

const workIn = (questions: readonly OpenQuestion[]): Found["work"] =>
  [...Map.groupBy(questions, ({ room_id }) => room_id)].map(([id, asked]) => ({
    ...plainWork,
    at: asked[0]?.asked_at ?? null,
    count: asked.length,
    object: { type: "room" as const, id, name: asked[0]?.room_title ?? "" },
    reason: shortened(asked[0]?.text ?? ""),
  }));
