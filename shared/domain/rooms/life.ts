import { illegal, type LifeRow, type Refusal, type Step } from "#shared/domain/audit/life.ts";
import type { roomActions } from "#shared/domain/audit/rooms.ts";
import type { ContextOf } from "#shared/domain/audit/row.ts";

/*
 * The life of a room, row by row, as far as the log records it: its settings, its questions and its
 * end. The use cases enforce the same rules by the conditions of their transactions.
 */

type Actions = typeof roomActions;

export interface RoomLife {
  may_ask: boolean;
  words: "full" | "withheld";
  revoked: boolean;
  /** Whether a question was answered, by its id. */
  questions: ReadonlyMap<string, boolean>;
}

const questionIn = ({ context }: LifeRow): string =>
  (context as ContextOf<Actions, "room.question_asked">).question_id;

type Change = (before: RoomLife, row: LifeRow) => RoomLife | Refusal;

const changes: Readonly<Record<string, Change>> = {
  "room.question_asked": (before, row) => {
    if (!before.may_ask) return illegal("the room takes no questions.");
    if (before.revoked) return illegal("the room was closed before.");
    const id = questionIn(row);
    return before.questions.has(id)
      ? illegal("it was asked already.")
      : { ...before, questions: new Map([...before.questions, [id, false]]) };
  },
  // A closed room's questions can still be answered.
  "room.question_answered": (before, row) => {
    const id = questionIn(row);
    const isAnswered = before.questions.get(id);
    if (isAnswered === undefined) return illegal("nobody asked it.");
    return isAnswered
      ? illegal("it was answered already.")
      : { ...before, questions: new Map([...before.questions, [id, true]]) };
  },
  "room.revoked": (before) =>
    before.revoked ? illegal("the room was closed before.") : { ...before, revoked: true },
};

/** Applies one row to a room. */
export const roomStep: Step<RoomLife> = (before, row) => {
  if (row.action === "room.created") {
    if (before !== null) return illegal("the room was there already.");
    const { may_ask, words } = row.context as ContextOf<Actions, "room.created">;
    return { may_ask, words, revoked: false, questions: new Map() };
  }
  if (before === null) return illegal("there was no such room.");
  return Object.hasOwn(changes, row.action) ? (changes[row.action] as Change)(before, row) : before;
};
