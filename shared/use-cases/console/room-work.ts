import { type Found, plainWork, shortened } from "#shared/domain/console/work.ts";
import { pageOfOpenQuestions } from "#shared/store/room-questions.ts";

/** Questions that are looked at. */
const MOST_QUESTIONS = 50;

/** What visitors of rooms asked and nobody has answered, one entry a room, the oldest first. */
export async function questionWork(): Promise<Found> {
  const { items, nextCursor } = await pageOfOpenQuestions({ limit: MOST_QUESTIONS });
  const work = [...Map.groupBy(items, ({ room_id }) => room_id)].map(([id, questions]) => ({
    ...plainWork,
    at: questions[0]?.asked_at ?? null,
    count: questions.length,
    object: { type: "room" as const, id, name: questions[0]?.room_title ?? "" },
    reason: shortened(questions[0]?.text ?? ""),
  }));
  return { kind: "room_question", work, isMore: nextCursor !== null };
}
