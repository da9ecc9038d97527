import { type ReviewRecord, statusAt } from "./review.ts";

/** `not_opened`, `reading`: has counsel opened it; `due`: little time is left. */
export const stages = ["not_opened", "reading", "due"] as const;
export type Stage = (typeof stages)[number];

/** Requests that expire within this time should be seen to. */
const DUE_MS = 3 * 86_400_000;

/** What expires before this instant is due now. @param now ISO 8601 UTC */
export const dueBefore = (now: string): string => new Date(Date.parse(now) + DUE_MS).toISOString();

type Open = Pick<ReviewRecord, "viewed_at" | "expires_at">;

/** Whether an open request is at a stage. @param now ISO 8601 UTC */
export function isAtStage({ viewed_at, expires_at }: Open, stage: Stage, now: string): boolean {
  if (stage === "due") return expires_at < dueBefore(now);
  return (viewed_at === null) === (stage === "not_opened");
}

/** Whether a review is open at an instant, and at a stage. @param now ISO 8601 UTC */
export const isOpenAtStage = (review: ReviewRecord, stage: Stage, now: string): boolean =>
  statusAt(review, now) === "pending" && isAtStage(review, stage, now);
