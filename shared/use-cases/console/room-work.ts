import { type Found, plainWork, shortened } from "#shared/domain/console/work.ts";
import {
  listOpenQuestions,
  type OpenQuestion,
} from "#shared/use-cases/rooms/list-open-questions.ts";

/** Questions that are looked at. */
const MOST_QUESTIONS = 50;

/**
 * What visitors of rooms asked and nobody has answered, one entry a room, the oldest first; apart from
 * them those of rooms that are closed, whose visitors read no answer any more.
 */
export async function questionWork(now: string): Promise<Found[]> {
  const { items, next_cursor } = await listOpenQuestions({ limit: MOST_QUESTIONS }, now);
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
