import { type ReviewRecord, statusAt } from "./review.ts";

/** `not_opened`, `reading`: whether counsel has opened it; `due`: little time is left. */
export const stages = ["not_opened", "reading", "due"] as const;
export type Stage = (typeof stages)[number];

const DAY_MS = 86_400_000;

/** A request with this many days left, or fewer, needs attention. */
const DUE_DAYS = 3;

/** How many days a request has left, by the calendar in UTC. @param now ISO 8601 UTC */
export const daysLeft = (now: string, expires_at: string): number =>
  Math.floor(Date.parse(expires_at) / DAY_MS) - Math.floor(Date.parse(now) / DAY_MS);

/** Requests that expire before this instant are due now. @param now ISO 8601 UTC */
export const dueBefore = (now: string): string =>
  new Date((Math.floor(Date.parse(now) / DAY_MS) + DUE_DAYS + 1) * DAY_MS).toISOString();

type Open = Pick<ReviewRecord, "viewed_at" | "expires_at">;

/** Whether an open request is at a stage. @param now ISO 8601 UTC */
export function isAtStage({ viewed_at, expires_at }: Open, stage: Stage, now: string): boolean {
  if (stage === "due") return expires_at < dueBefore(now);
  return (viewed_at === null) === (stage === "not_opened");
}

/** Whether a review is open at an instant and is at this stage. @param now ISO 8601 UTC */
export const isOpenAtStage = (review: ReviewRecord, stage: Stage, now: string): boolean =>
  statusAt(review, now) === "pending" && isAtStage(review, stage, now);
