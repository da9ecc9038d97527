import * as z from "zod/mini";
import { timestamp } from "#shared/domain/text/text-fields.ts";
import { isWords } from "./words.ts";
import { wordsSchema } from "./words-schema.ts";

/** Counsel's question about a request, as the rows of the request record it. */
export const questionSchema = () =>
  z.object({
    id: z.string(),
    /** The rule that it is about; null: the whole request. */
    use_case_id: z.nullable(z.string()),
    /** A commitment if the text is kept back or was erased. */
    text: wordsSchema(),
    asked_at: timestamp(),
    /** null: nobody has answered it. */
    answer: z.nullable(wordsSchema()),
    answered_at: z.nullable(timestamp()),
    /** Whether all members of the panel see question and answer. They never see who asked. */
    shared: z.boolean(),
  });
export type Question = z.output<ReturnType<typeof questionSchema>>;

/** A row as answers show it, with counsel's words in its context. */
interface ToldRow {
  action: string;
  created_at: string;
  context: Readonly<Record<string, unknown>>;
}

const ASKED = "rule_review.question_asked";
const ANSWERED = "rule_review.question_answered";

/** Whether a row records a question or the answer to one. */
export const isAboutQuestion = ({ action }: { action: string }): boolean =>
  action === ASKED || action === ANSWERED;

/** The questions that a request's rows record, in the order in which they reached the request. */
export function questionsIn(rows: readonly ToldRow[]): Question[] {
  const found = new Map<string, Question>();
  for (const row of rows.filter(isAboutQuestion)) {
    const { context, created_at } = row;
    const id = String(context.question_id);
    const known = found.get(id) ?? askedIn(id, row);
    // A file from outside may contain rows that record no question.
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

/** The question that a row records for the first time; null if it records none. */
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

/** A mail covers what comes within this many ms of the first question, or answer, in it. */
const GATHERED_MS = 15 * 60_000;

/**
 * The mail that covers the newest of these questions, or answers: its number, and when it is due (ISO
 * 8601 UTC).
 * @param times in order, ISO 8601 UTC
 */
export function noticeOf(times: readonly string[]): { number: number; due_at: string } {
  const notice = { number: 0, due_at: "" };
  for (const at of times) {
    if (at < notice.due_at) continue;
    notice.number += 1;
    notice.due_at = new Date(Date.parse(at) + GATHERED_MS).toISOString();
  }
  return notice;
}

/** The times at which a request's rows record questions of its counsel, or answers. */
export const timesOf = (
  what: "questions" | "answers",
  rows: readonly Pick<ToldRow, "action" | "created_at">[],
): string[] =>
  rows
    .filter(({ action }) => action === (what === "questions" ? ASKED : ANSWERED))
    .map(({ created_at }) => created_at);
