import { MAX_DAYS_OPEN } from "#shared/domain/reviews/limits.ts";
import type { Question } from "#shared/domain/reviews/question.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { drop, put } from "./item.ts";
import { type Item, queryAll, queryOnce } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, transact } from "./transact.ts";

/*
 * QUESTIONS#OPEN / <review id>: how many questions of a request nobody has answered, and since when;
 * ttl (when no request of its age can be open any more)
 *
 * The questions themselves are in the rows of the request. The item of a request that has ended stays
 * until the daily cleanup, so its readers check whether the request is still open.
 */

const PARTITION = "QUESTIONS#OPEN";
const openKey = (reviewId: string): Key => ({ pk: PARTITION, sk: reviewId });

/** The questions of a request that wait for its requester. */
export interface OpenQuestions {
  review_id: string;
  count: number;
  /** When the oldest of them was asked; ISO 8601 UTC. */
  since: string;
}

const DAY_SECONDS = 86_400;

/** Notes which questions of a request wait; belongs to the transaction of the row that changes it. */
export function noteOpenQuestions(
  { id, created_at }: Pick<ReviewRecord, "id" | "created_at">,
  questions: readonly Question[],
): Action {
  const waiting = questions.filter(({ answer }) => answer === null);
  const [oldest] = waiting;
  if (oldest === undefined) return drop(openKey(id));
  const open = { review_id: id, count: waiting.length, since: oldest.asked_at };
  const ttl = Math.floor(Date.parse(created_at) / 1000) + (MAX_DAYS_OPEN + 1) * DAY_SECONDS;
  return put({ ...openKey(id), open, ttl });
}

/** Requests with questions that wait; some of them may have ended. */
export async function openQuestions(
  limit: number,
): Promise<{ open: OpenQuestions[]; isMore: boolean }> {
  const { items, lastKey } = await queryOnce({ pk: PARTITION, limit });
  return {
    open: items.map((item: Item) => item.open as OpenQuestions),
    isMore: lastKey !== null,
  };
}

/** The requests that have such an item, ended ones as well. */
export const requestsWithQuestions = async (): Promise<string[]> =>
  (await queryAll({ pk: PARTITION })).map(({ sk }) => String(sk));

/** Drops the item of a request that has ended: nothing writes it again. */
export const dropOpenQuestions = (reviewId: string) =>
  transact({ waiting: drop(openKey(reviewId)) });
