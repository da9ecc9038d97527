import { randomUUID } from "node:crypto";
import { type AuditRow, isBehind } from "#shared/domain/audit/row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { eraseWords as erased } from "#shared/domain/reviews/erase-words.ts";
import type { Seat } from "#shared/domain/reviews/panel-life.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { getReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { keepOnly, wordsOfReview } from "#shared/store/words.ts";

interface Erasure {
  reviewId: string;
  reason: string;
  actorUserId: string;
  now: string;
}

/**
 * The fields with the reason for passing a request on: at its end, and at the start of the next one.
 */
const REASONS = ["delegation_reason", "delegated_by.reason"] as const;

/**
 * Erases what counsel wrote about a request, together with its salts. Rows, seal and log keep
 * commitments, so all of them verify as before. Words that are already erased are left alone, without a
 * further row.
 * @throws DomainError `not_found`, `forbidden` for the canary's
 */
export async function eraseWords(erasure: Erasure): Promise<ReviewRecord> {
  const after = await eraseIn(erasure, () => true);
  const rows = await reviewTrail(after.id);
  // Both requests contain the reason for passing it on. Erasing it in one erases it in the other.
  for (const other of passedOn(after, rows)) {
    await eraseIn({ ...erasure, reviewId: other }, (path) =>
      (REASONS as readonly string[]).includes(path),
    );
  }
  // A question that was answered to all members of a panel is in each member's request.
  const asked = new Set(
    rows.filter(({ action }) => action === ASKED).map(({ context }) => context.question_id),
  );
  for (const other of asked.size === 0 ? [] : await othersInPanel(after)) {
    await eraseIn({ ...erasure, reviewId: other }, (_, { context }) =>
      asked.has(context.question_id),
    );
  }
  return after;
}

const ASKED = "rule_review.question_asked";

/** Every request of a present or former member of the same panel. */
async function othersInPanel({ id, panel_id }: ReviewRecord): Promise<string[]> {
  const rows = panel_id === null ? [] : await panelTrail(panel_id);
  const seats = rows.flatMap(({ context: { members = [], to } }) => [
    ...(members as Seat[]),
    ...(to === undefined ? [] : [to as Seat]),
  ]);
  return [...new Set(seats.map(({ review_id }) => review_id))].filter((one) => one !== id);
}

/** The most rows whose words one transaction erases. */
const MAX_ROWS = 40;

type IsErased = (path: string, row: AuditRow) => boolean;

async function eraseIn(erasure: Erasure, isErased: IsErased): Promise<ReviewRecord> {
  for (;;) {
    const { after, isMore } = await erasePart(erasure, isErased);
    if (!isMore) return after;
  }
}

const erasePart = (
  { reviewId, reason, actorUserId, now }: Erasure,
  isErased: IsErased,
): Promise<{ after: ReviewRecord; isMore: boolean }> =>
  retryOnConflict(null, async () => {
    const [record, first] = await Promise.all([getReview(reviewId), wordsOfReview(reviewId)]);
    if (record === null) throw noSuch("review");
    leaveCanaryAlone(record);
    // Words read after the record are complete: the write refuses if a row came after the record.
    const { kept } = isBehind(record, first.rows) ? await wordsOfReview(reviewId) : first;
    const all = kept.filter(({ texts, row }) => texts.some(({ path }) => isErased(path, row)));
    const concerned = all.slice(0, MAX_ROWS);
    const isMore = concerned.length < all.length;
    const count = concerned.flatMap(({ texts, row }) =>
      texts.filter(({ path }) => isErased(path, row)),
    );
    if (count.length === 0) return { done: { after: record, isMore } };
    const change = { reason, texts: count.length, actorUserId, id: randomUUID(), now };
    const { after, row } = erased(record, change);
    const words = concerned.map((one) =>
      keepOnly(
        one,
        one.texts.filter(({ path }) => !isErased(path, one.row)),
      ),
    );
    // If only the reason for passing it on is erased, what the request's own counsel wrote stays.
    // The record's own words go with the last part.
    const isWhole =
      !isMore && kept.every(({ texts, row: of }) => texts.every(({ path }) => isErased(path, of)));
    const { decision_comment, rule_verdicts, salts } = record;
    const moved = isWhole
      ? after
      : ({ ...after, decision_comment, rule_verdicts, salts } as ReviewRecord);
    const outcome = await moveReview(record, moved, row, { words });
    return outcome.committed ? { done: { after: moved, isMore } } : { conflict: null };
  });

/** The request that this one was passed on from, and the one that it was passed on to. */
function passedOn(
  { delegated_from, cancel_reason }: ReviewRecord,
  rows: readonly AuditRow[],
): string[] {
  const from = delegated_from === null ? [] : [delegated_from];
  if (cancel_reason !== "delegated") return from;
  return [
    ...from,
    ...rows.flatMap(({ context }) => {
      const to = context.delegated_to as { request_id?: unknown } | undefined;
      return typeof to?.request_id === "string" ? [to.request_id] : [];
    }),
  ];
}
