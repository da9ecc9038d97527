import { randomBytes, randomUUID } from "node:crypto";
import { type AuditRow, isBehind, notBefore } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { fault } from "#shared/domain/reviews/decision-form.ts";
import { type Question, questionsIn } from "#shared/domain/reviews/question.ts";
import { answer } from "#shared/domain/reviews/questions.ts";
import {
  isPending,
  type PendingReview,
  type ReviewRecord,
  statusAt,
} from "#shared/domain/reviews/review.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { getPanel } from "#shared/store/panels.ts";
import { noteOpenQuestions } from "#shared/store/review-questions.ts";
import { getReview, getReviews, moveActions, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { promiseNotice } from "#shared/use-cases/courier/promise-notice.ts";
import { genuineRows, stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";

interface Answer {
  reviewId: string;
  questionId: string;
  text: string;
  /** Whether all members of the panel see the question and the answer, but not who asked. */
  isToAll: boolean;
  actorUserId: string;
  now: string;
}

/** A request with all of its rows, as of one moment. */
interface Asked {
  record: PendingReview;
  rows: readonly AuditRow[];
}

/**
 * Answers one of counsel's questions, once, while the request waits for a decision.
 * @throws DomainError `not_found`, `already_answered`, `review_not_pending`, `validation_failed` for an
 *   answer to all without a panel or to an erased question, `state_differs`, `forbidden` for the
 *   canary's
 */
export const answerReviewQuestion = (given: Answer): Promise<Question> =>
  retryOnConflict<null, Question>(null, async () => {
    const { reviewId, questionId, isToAll, now } = given;
    const [record, rows] = await Promise.all([getReview(reviewId), reviewTrail(reviewId)]);
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    const known = questionsIn(rows.map(toldRow));
    const question = known.find(({ id }) => id === questionId);
    if (question === undefined) throw noSuch("question");
    if (question.answer !== null) {
      throw new DomainError("already_answered", "The question has already been answered.");
    }
    const pending = requirePending(record, now);
    const shared = isToAll ? shareable(question, pending) : null;
    await requireGenuine(reviewId, rows);
    const others = isToAll ? await othersIn(pending, now) : [];
    if (others === null || isBehind(pending, rows)) return { conflict: null };
    const own = answered({ record: pending, rows }, given, null);
    const told = others.map((one) => answered(one, given, shared));
    const answer = { ...question, answer: given.text, answered_at: own.row.created_at };
    const outcome = await moveReview(record, own.after, own.row, {
      others: told.flatMap(moveActions),
      waiting: noteOpenQuestions(
        record,
        known.map((one) => (one === question ? answer : one)),
      ),
      mail: [own, ...told].flatMap(({ mail }) => mail),
    });
    return outcome.committed ? { done: { ...answer, shared: isToAll } } : { conflict: null };
  });

/** A question that other members of the panel can read. */
type Shareable = Question & { text: string };

/** @throws DomainError `validation_failed` if there are no other members, or no words to show them */
function shareable(question: Question, { panel_id }: PendingReview): Shareable {
  if (panel_id === null) throw fault("to_all", "is for reviews in a panel");
  const { text } = question;
  if (typeof text === "string") return { ...question, text };
  throw fault("to_all", "is not possible: the question was erased, so answer only who asked it");
}

/** @throws DomainError `review_not_pending` */
function requirePending(record: ReviewRecord, now: string): PendingReview {
  const status = statusAt(record, notBefore(record.audit_head, now));
  if (isPending(record) && status === "pending") return record;
  throw new DomainError("review_not_pending", `The review is already ${status}.`);
}

/** @throws DomainError `state_differs` if somebody other than the service wrote one of the rows */
async function requireGenuine(reviewId: string, rows: readonly AuditRow[]): Promise<void> {
  const genuine = await genuineRows(rows, await getLogKeys());
  if (genuine.length === rows.length) return;
  throw stateDiffers("rule_review_request", reviewId, "questions");
}

/** The other members of the panel who have not decided; null: they moved while they were read. */
async function othersIn(record: PendingReview, now: string): Promise<Asked[] | null> {
  const panel = await getPanel(record.panel_id ?? "");
  const ids = (panel?.members ?? []).map(({ review_id }) => review_id);
  const others = ids.filter((id) => id !== record.id);
  const [records, trails] = await Promise.all([
    getReviews(others),
    Promise.all(others.map(reviewTrail)),
  ]);
  // A member who passed the request on has a delegate in the panel by now.
  if (records.some((one) => one?.cancel_reason === "delegated")) return null;
  const asked = records.flatMap((one, i): Asked[] =>
    one !== null && isPending(one) && statusAt(one, notBefore(one.audit_head, now)) === "pending"
      ? [{ record: one, rows: trails[i] ?? [] }]
      : [],
  );
  return asked.some((one) => isBehind(one.record, one.rows)) ? null : asked;
}

const salted = (text: string) => ({ text, salt: randomBytes(16).toString("hex") });

/**
 * Records the answer in one request.
 * @param asked another member's question; null: this counsel asked
 */
function answered(
  { record, rows }: Asked,
  { questionId, text, isToAll, actorUserId, now }: Answer,
  asked: Shareable | null,
) {
  const { after, row } = answer(record, rows, {
    questionId,
    answer: salted(text),
    isToAll,
    asked: asked && {
      question: salted(asked.text),
      useCaseId: asked.use_case_id,
      askedAt: asked.asked_at,
    },
    actorUserId,
    id: randomUUID(),
    now,
  });
  return { before: record, after, row, mail: promiseNotice(after, "answer", [...rows, row]) };
}
