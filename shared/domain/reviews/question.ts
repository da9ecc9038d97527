import { isWords, type Words } from "./words.ts";

/** A question of counsel's about a request, as the rows of the request tell it. */
export interface Question {
  id: string;
  /** The rule that it is about; null: the whole request. */
  use_case_id: string | null;
  /** A commitment where it is kept back or was erased. */
  text: Words;
  /** ISO 8601 UTC. */
  asked_at: string;
  /** null: nobody has answered it. */
  answer: Words | null;
  answered_at: string | null;
  /** Whether all members of the panel see question and answer. */
  shared: boolean;
}

/** A row as answers show it: counsel's words stand in its context. */
interface ToldRow {
  action: string;
  created_at: string;
  context: Readonly<Record<string, unknown>>;
}

const ASKED = "rule_review.question_asked";
const ANSWERED = "rule_review.question_answered";

/** Whether a row tells of a question or of its answer. */
export const isAboutQuestion = ({ action }: { action: string }): boolean =>
  action === ASKED || action === ANSWERED;

/** The questions that the rows of a request tell of, in the order in which they came to it. */
export function questionsIn(rows: readonly ToldRow[]): Question[] {
  const found = new Map<string, Question>();
  for (const row of rows.filter(isAboutQuestion)) {
    const { context, created_at } = row;
    const id = String(context.question_id);
    const known = found.get(id) ?? askedIn(id, row);
    // A file from outside may hold rows that tell of nothing.
    if (known === null) continue;
    const { answer } = context;
    const isAnswer = row.action === ANSWERED && isWords(answer);
    const shared = context.to_all === true;
    found.set(id, isAnswer ? { ...known, answer, answered_at: created_at, shared } : known);
  }
  return [...found.values()];
}

const textOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === "string" ? value : otherwise;

/** The question that a row tells of first; null if it tells of none. */
const askedIn = (id: string, { context, created_at }: ToldRow): Question | null =>
  isWords(context.question)
    ? {
        id,
        use_case_id: textOr(context.use_case_id, null),
        text: context.question,
        asked_at: textOr(context.asked_at, created_at),
        answer: null,
        answered_at: null,
        shared: false,
      }
    : null;

/** A mail tells of what comes within so many ms of the first question, or answer, that it tells of. */
const GATHERED_MS = 15 * 60_000;

/** When the mail is due that tells of a question or an answer of that time; ISO 8601 UTC. */
export const noticeDueAt = (at: string): string =>
  new Date(Date.parse(at) + GATHERED_MS).toISOString();

/**
 * The number of the mail that the newest of some questions, or answers, begins; null where an earlier
 * one tells of it.
 * @param times in their order, ISO 8601 UTC
 */
export function noticeBegunBy(times: readonly string[]): number | null {
  let number = 0;
  let due = "";
  let isBegun = false;
  for (const at of times) {
    isBegun = at >= due;
    if (!isBegun) continue;
    number += 1;
    due = noticeDueAt(at);
  }
  return isBegun ? number : null;
}

/** When the rows of a request tell of questions that its counsel asked, or of answers. */
export const timesOf = (
  what: "questions" | "answers",
  rows: readonly Pick<ToldRow, "action" | "created_at">[],
): string[] =>
  rows
    .filter(({ action }) => action === (what === "questions" ? ASKED : ANSWERED))
    .map(({ created_at }) => created_at);
