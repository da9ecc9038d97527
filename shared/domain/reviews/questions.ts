import { lawful, lived } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/reviews.ts";
import { type AuditRow, chained } from "#shared/domain/audit/row.ts";
import { requestStep } from "./life.ts";
import type { PendingReview } from "./review.ts";
import type { Transition } from "./transitions.ts";
import { commitTo } from "./words.ts";

/*
 * The questions that counsel asks before deciding, and the requester's answers (reviews-that-run, "What
 * a law firm asks"). Only the rows of the request contain them; the record contains none of it.
 */

/** A text with its salt. */
interface Salted {
  text: string;
  salt: string;
}

interface Moment {
  /** Id of the audit row. */
  id: string;
  /** ISO 8601 UTC. */
  now: string;
}

/** @param rows all of the request's, up to the record's head */
function appended(
  record: PendingReview,
  rows: readonly AuditRow[],
  given: AuditRow,
): Transition<PendingReview> {
  const { row, head } = chained(given, record.audit_head);
  lawful(requestStep, lived(requestStep, rows), row);
  return { after: { ...record, audit_head: head }, row };
}

const about = ({ id, counsel_id, framework_id }: PendingReview) => ({
  resourceId: id,
  tenantId: null,
  of: { counsel_id, framework_id },
});

interface Asking extends Moment {
  questionId: string;
  useCaseId: string | null;
  question: Salted;
  /** Hash of the row that gave counsel the link. */
  link: string;
}

/** Counsel asks a question. */
export function ask(
  record: PendingReview,
  rows: readonly AuditRow[],
  { questionId, useCaseId, question, link, id, now }: Asking,
): Transition<PendingReview> {
  const { of, ...resource } = about(record);
  const row = auditRow({
    action: "rule_review.question_asked",
    ...resource,
    actorUserId: null,
    context: {
      ...of,
      link,
      question_id: questionId,
      ...(useCaseId === null ? {} : { use_case_id: useCaseId }),
      question: commitTo(question.text, question.salt),
    },
    id,
    at: now,
    texts: [{ path: "question", ...question }],
  });
  return appended(record, rows, row);
}

interface Answering extends Moment {
  questionId: string;
  answer: Salted;
  isToAll: boolean;
  /** The question of another member of the panel; null: this counsel asked it. */
  asked: { question: Salted; useCaseId: string | null; askedAt: string } | null;
  actorUserId: string;
}

/** Answers a question, in the request of the counsel who asked it or of another member. */
export function answer(
  record: PendingReview,
  rows: readonly AuditRow[],
  { questionId, answer: given, isToAll, asked, actorUserId, id, now }: Answering,
): Transition<PendingReview> {
  const { of, ...resource } = about(record);
  const row = auditRow({
    action: "rule_review.question_answered",
    ...resource,
    actorUserId,
    context: {
      ...of,
      question_id: questionId,
      answer: commitTo(given.text, given.salt),
      ...(isToAll ? { to_all: true } : {}),
      ...(asked === null ? {} : othersQuestion(asked)),
    },
    id,
    at: now,
    texts: [
      ...(asked === null ? [] : [{ path: "question", ...asked.question }]),
      { path: "answer", ...given },
    ],
  });
  return appended(record, rows, row);
}

const othersQuestion = ({ question, useCaseId, askedAt }: NonNullable<Answering["asked"]>) => ({
  ...(useCaseId === null ? {} : { use_case_id: useCaseId }),
  question: commitTo(question.text, question.salt),
  asked_at: askedAt,
});
