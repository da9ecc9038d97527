import { randomBytes, randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { MAX_QUESTIONS } from "#shared/domain/reviews/limits.ts";
import { type Question, questionsIn } from "#shared/domain/reviews/question.ts";
import { ask } from "#shared/domain/reviews/questions.ts";
import { isPending, type PendingReview, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { noteOpenQuestions } from "#shared/store/review-questions.ts";
import { getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { promiseNotice } from "#shared/use-cases/courier/promise-notice.ts";
import { type OpenLink, refuseEnded, underLink } from "./load-link.ts";
import { questionsOf, requireViewed } from "./questions-under-link.ts";
import { readRowsUnder, recordInRows, refuseUnconfirmed } from "./rows-under-link.ts";

interface Asked {
  use_case_id: string | null;
  text: string;
}

/** `isNew`: false if the same question is already waiting for its answer. */
export interface AskedQuestion {
  question: Question;
  isNew: boolean;
}

/**
 * Counsel asks a question before deciding, about one rule or the whole request.
 * @throws DomainError `already_decided`, `review_not_viewed`, `unknown_rules`, `too_many_questions`,
 *   `conflict`, `state_differs`, and what `refuseEnded` throws
 */
export const askInReview = (link: OpenLink, asked: Asked, now: string): Promise<AskedQuestion> =>
  retryOnConflict<ReviewRecord, AskedQuestion>(link.record, async (found) => {
    const record = underLink(found, link);
    refuseEnded(record, now);
    const under = await readRowsUnder(link);
    await refuseUnconfirmed(link, under);
    const { rows } = under;
    const told = (await recordInRows(record, link, under)).record;
    refuseEnded(told, now);
    if (!isPending(record) || !isPending(told)) {
      throw new DomainError(
        "already_decided",
        "This review has been decided. Please contact the compliance team directly.",
      );
    }
    // The record and its rows must have been read at the same moment.
    if (rows.at(-1)?.row_hash !== record.audit_head.hash) return again(record);
    const known = await questionsOf(rows, link.logKeys);
    const same = sameOf(known, asked);
    if (same !== undefined) return { done: { question: same, isNew: false } };
    refuse(record, rows, asked);
    const { after, row, question } = written(record, rows, {
      ...asked,
      link: link.signed.row_hash,
      now,
    });
    const outcome = await moveReview(record, after, row, {
      waiting: noteOpenQuestions(record, [...known, question]),
      mail: promiseNotice(after, "question", [...rows, row]),
    });
    return outcome.committed ? { done: { question, isNew: true } } : again(record);
  });

const again = async (record: ReviewRecord) => ({
  conflict: (await getReview(record.id)) ?? record,
});

/** The same question, if it is still unanswered. */
const sameOf = (known: readonly Question[], { use_case_id, text }: Asked): Question | undefined =>
  known.find((one) => one.answer === null && one.text === text && one.use_case_id === use_case_id);

/** @throws DomainError `review_not_viewed`, `unknown_rules`, `too_many_questions` */
function refuse(
  { rule_use_case_ids }: PendingReview,
  rows: readonly AuditRow[],
  { use_case_id }: Asked,
): void {
  requireViewed(rows);
  if (use_case_id !== null && !rule_use_case_ids.includes(use_case_id)) {
    throw new DomainError("unknown_rules", "Ask about a rule of this review, or about the whole.", {
      errors: [{ path: "use_case_id", message: "names no rule of this review" }],
    });
  }
  const own = rows.filter(({ action }) => action === "rule_review.question_asked");
  if (own.length < MAX_QUESTIONS) return;
  throw new DomainError(
    "too_many_questions",
    `You can ask ${MAX_QUESTIONS} questions about a review. Please contact the compliance team directly.`,
  );
}

function written(
  record: PendingReview,
  rows: readonly AuditRow[],
  { use_case_id, text, link, now }: Asked & { link: string; now: string },
) {
  const salt = randomBytes(16).toString("hex");
  const { after, row } = ask(record, rows, {
    questionId: randomUUID(),
    useCaseId: use_case_id,
    question: { text, salt },
    link,
    id: randomUUID(),
    now,
  });
  const [question] = questionsIn([{ ...row, context: { ...row.context, question: text } }]);
  return { after, row, question: question as Question };
}
