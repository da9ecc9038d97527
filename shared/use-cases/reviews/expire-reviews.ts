import { randomUUID } from "node:crypto";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import {
  isPastExpiry,
  isPending,
  type PendingReview,
  type ReviewRecord,
} from "#shared/domain/reviews/review.ts";
import { asSigned } from "#shared/domain/reviews/signed-link.ts";
import { expire } from "#shared/domain/reviews/transitions.ts";
import { now as clock } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { overdueReviews } from "#shared/store/review-lists.ts";
import { currentReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { tellDifference } from "#shared/use-cases/log/genuine-rows.ts";
import { expirePanel } from "#shared/use-cases/panels/expire-panel.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { isNewest, presentLink } from "./genuine-link.ts";

const AT_ONCE = 10;

/**
 * The daily cleanup (first seed). Every pending request whose expires_at is earlier than now becomes
 * expired, with one audit row each. The overdue members of a panel expire together, if the courier has
 * not ended them before. It reads only overdue requests, and the next run picks up what a crash left. A
 * request that cannot be ended does not stop the others; the job then fails at the end, so that its
 * alarm fires.
 * @returns how many requests it expired
 */
export async function expireReviews(now: string): Promise<{ expired: number }> {
  let expired = 0;
  const faults: unknown[] = [];
  const logKeys = await getLogKeys();
  await eachBounded(overdueReviews(now), AT_ONCE, async (record) => {
    try {
      const ended = await (record.panel_id === null
        ? expireOne(record, now)
        : expirePanel(record.panel_id, now, logKeys));
      expired += ended;
    } catch (fault) {
      log("error", "review_not_expired", { resource_id: record.id, ...describeError(fault) });
      faults.push(fault);
    }
  });
  const { dropEndedQuestions } = await import("./drop-ended-questions.ts");
  await dropEndedQuestions();
  if (expired > 0) await announceToListeners();
  if (faults.length > 0) throw faults[0];
  return { expired };
}

/**
 * The request with the values that its link signed. The table alone cannot end a request.
 * @returns null if no function issued the link, which raises an alarm, or if it is not the newest
 */
async function underItsLink(record: PendingReview): Promise<PendingReview | null> {
  const [{ signed, wasEmergency }, rows] = await Promise.all([
    presentLink(record),
    reviewTrail(record.id),
  ]);
  // An emergency ended this link, so it opens nothing. Its request ends when its rows say so.
  if (signed === null && wasEmergency) {
    const { askedInRows } = await import("./asked-in-rows.ts");
    return (await askedInRows(record)).told;
  }
  // A link from before the request got more time ends nothing.
  return signed !== null && isNewest(signed, rows) ? asSigned(record, signed) : null;
}

/** 0 when someone else ended the request first. The index may lag: the write decides. */
const expireOne = (first: ReviewRecord, now: string): Promise<number> =>
  retryOnConflict<ReviewRecord | null, number>(first, async (found) => {
    if (found === null || !isPending(found) || !isPastExpiry(found, now)) return { done: 0 };
    const record = await underItsLink(found);
    if (record === null) return { done: 0 };
    if (!isPastExpiry(record, now)) {
      const about = { resource_type: "rule_review_request", resource_id: record.id };
      tellDifference({ ...about, reason: "expires_at" });
      return { done: 0 };
    }
    // In a long run each row gets its own time: the feed of the trail does not wait this long for a
    // row.
    const { after, row } = expire(record, { id: randomUUID(), now: clock() });
    const outcome = await moveReview(record, after, row);
    return outcome.committed ? { done: 1 } : { conflict: currentReview(outcome) };
  });
