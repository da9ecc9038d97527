import { randomUUID } from "node:crypto";
import { noSuch } from "#shared/domain/errors.ts";
import { eraseWords as erased } from "#shared/domain/reviews/erase-words.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { keepOnly, wordsOfReview } from "#shared/store/words.ts";

interface Erasure {
  reviewId: string;
  reason: string;
  actorUserId: string;
  now: string;
}

/** Where the reason stands for which a request was passed on: at its end, and at the next one's beginning. */
const REASONS = ["delegation_reason", "delegated_by.reason"] as const;

/**
 * Erases what counsel wrote about a request, its salts with it: rows, seal and log keep commitments,
 * by which all of it verifies as before. What is erased already is left alone, without a further row.
 * @throws DomainError `not_found`, `forbidden` for the canary's
 */
export async function eraseWords(erasure: Erasure): Promise<ReviewRecord> {
  const after = await eraseIn(erasure, () => true);
  // A reason for passing it on stands in both requests: with one, the other goes.
  for (const other of await passedOn(after)) {
    await eraseIn({ ...erasure, reviewId: other }, (path) =>
      (REASONS as readonly string[]).includes(path),
    );
  }
  return after;
}

const eraseIn = (
  { reviewId, reason, actorUserId, now }: Erasure,
  isErased: (path: string) => boolean,
): Promise<ReviewRecord> =>
  retryOnConflict(null, async () => {
    const [record, kept] = await Promise.all([getReview(reviewId), wordsOfReview(reviewId)]);
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    const concerned = kept.filter(({ texts }) => texts.some(({ path }) => isErased(path)));
    const count = concerned.flatMap(({ texts }) => texts.filter(({ path }) => isErased(path)));
    if (count.length === 0) return { done: record };
    const change = { reason, texts: count.length, actorUserId, id: randomUUID(), now };
    const { after, row } = erased(record, change);
    const words = concerned.map((one) =>
      keepOnly(
        one,
        one.texts.filter(({ path }) => !isErased(path)),
      ),
    );
    // Only the reason for passing it on goes: what its own counsel wrote stays.
    const isWhole = kept.every(({ texts }) => texts.every(({ path }) => isErased(path)));
    const { decision_comment, rule_verdicts, salts } = record;
    const moved = isWhole
      ? after
      : ({ ...after, decision_comment, rule_verdicts, salts } as ReviewRecord);
    const outcome = await moveReview(record, moved, row, { words });
    return outcome.committed ? { done: moved } : { conflict: null };
  });

/** The request that this one was passed on from, and the one that it was passed on to. */
async function passedOn({ id, delegated_from, cancel_reason }: ReviewRecord): Promise<string[]> {
  const from = delegated_from === null ? [] : [delegated_from];
  if (cancel_reason !== "delegated") return from;
  const rows = await reviewTrail(id);
  return [
    ...from,
    ...rows.flatMap(({ context }) => {
      const to = context.delegated_to as { request_id?: unknown } | undefined;
      return typeof to?.request_id === "string" ? [to.request_id] : [];
    }),
  ];
}
