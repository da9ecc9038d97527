import type { ReviewValues } from "#shared/domain/reviews/fields.ts";
import type { Message, MessageKind } from "./message.ts";

/** The kinds in the ids of a review's messages, by which an event about one finds the review. */
type ReviewMessageKind = "link" | "reminder" | "extended" | "question" | "answer";

const kinds = {
  link: "review_link",
  reminder: "review_reminder",
  extended: "review_extended",
  question: "review_question",
  answer: "review_answer",
} as const satisfies Record<ReviewMessageKind, MessageKind>;

interface ReviewMessage {
  reviewId: string;
  kind: ReviewMessageKind;
  /** 1 for the first reminder of the review, or for the first mail with its link. */
  number: number;
}

const idPattern =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(link|reminder|extended|question|answer)_([1-9]\d{0,3})$/;

/**
 * The message that carries a review's link, or reminds of it. Its id is also an SES tag, so it contains
 * only letters, digits, `_` and `-`.
 */
export const reviewMessage = (
  { reviewId, kind, number }: ReviewMessage,
  due_at: string,
): Message => ({
  id: `${reviewId}_${kind}_${number}`,
  kind: kinds[kind],
  to: reviewId,
  due_at,
  attempts: 0,
});

/** The parts of a message's id; null if it does not belong to a review's message. */
export function readReviewMessageId(id: string): ReviewMessage | null {
  const [, reviewId, kind, number] = idPattern.exec(id) ?? [];
  if (reviewId === undefined || kind === undefined) return null;
  return { reviewId, kind: kind as ReviewMessageKind, number: Number(number) };
}

const HOUR_MS = 3_600_000;
const APART_MS = 12 * HOUR_MS;

/** The most reminders that a window has. */
const MAX_REMINDERS = 3;

/** The fields of a request that determine its reminders. */
type Reminded = Pick<ReviewValues, "id" | "created_at" | "expires_at"> &
  Partial<Pick<ReviewValues, "extension" | "mailing">>;

/** The number of a request's last reminder before it got more time. */
export const remindersBefore = ({ extension }: Pick<Reminded, "extension">): number =>
  (extension?.number ?? 0) * MAX_REMINDERS;

/**
 * The reminders of a request, in order. When the request gets more time, they begin anew: they cover
 * the time from then on and get further numbers. If the request's first mail had to wait for somebody,
 * they are counted from when that mail was sent, as if the request had been created then.
 */
export const remindersOf = (review: Reminded): Message[] =>
  reminderTimes({
    created_at: review.extension?.at ?? review.mailing?.counted_from ?? review.created_at,
    expires_at: review.expires_at,
  }).map((at, place) => {
    const number = remindersBefore(review) + place + 1;
    return reviewMessage({ reviewId: review.id, kind: "reminder", number }, at);
  });

/**
 * When the reminders of a request are due (reviews-that-run, "Mail"): at half of its window, at 80 %,
 * and 24 h before its end. Each is kept only if at least 12 h after creation and after the one before.
 * @returns ISO 8601 UTC, ascending
 */
function reminderTimes({ created_at, expires_at }: { created_at: string; expires_at: string }) {
  const start = Date.parse(created_at);
  const end = Date.parse(expires_at);
  const wanted = [start + (end - start) / 2, start + (end - start) * 0.8, end - 24 * HOUR_MS];
  const kept: number[] = [];
  for (const at of wanted) {
    if (at - (kept.at(-1) ?? start) >= APART_MS) kept.push(at);
  }
  return kept.map((at) => new Date(at).toISOString());
}
