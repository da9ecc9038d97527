import { DomainError } from "#shared/domain/errors.ts";
import type { WordsShown } from "#shared/domain/evidence/withhold.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { MAX_OPEN_QUESTIONS, VISIT_MS } from "./limits.ts";

export const roomStatuses = ["open", "revoked", "expired"] as const;
export type RoomStatus = (typeof roomStatuses)[number];

/** What a room shows: the decisions of some frameworks, perhaps only of a period or some counsel. */
export interface RoomScope {
  framework_ids: string[];
  /** ISO 8601 UTC, inclusive; null: from the beginning. */
  decided_from: string | null;
  /** ISO 8601 UTC, exclusive; null: until now. */
  decided_to: string | null;
  /** null: the decisions of all counsel. */
  counsel_ids: string[] | null;
  /** `withheld`: none of counsel's texts, only the commitments to them in the rows. */
  words: WordsShown;
}

/** A regulator's room as it is stored (contract, room.md, section 1). */
export interface RoomRecord extends RoomScope {
  id: string;
  title: string;
  may_ask: boolean;
  created_at: string;
  /** The user id of the admin who created it. */
  created_by: string;
  expires_at: string;
  revoked_at: string | null;
  /** When a visitor last did something that a row records. */
  last_used_at: string | null;
  /** How many rows its visitors caused. */
  uses: number;
  /** How many of its visitors' questions still have no answer. */
  open_questions: number;
  /** When the visit began that the last row of entry records. */
  entered_at: string | null;
  /** Hex SHA-256 of the token; the token itself is never stored. */
  token_hash: string;
}

type PrivateField = "revoked_at" | "open_questions" | "entered_at" | "token_hash";

export type Room = Omit<RoomRecord, PrivateField> & {
  status: RoomStatus;
};

/** Whether a room is open at an instant: the clock decides, and a revoked room stays revoked. */
export const statusOf = (
  { revoked_at, expires_at }: Pick<RoomRecord, "revoked_at" | "expires_at">,
  now: string,
): RoomStatus => {
  if (revoked_at !== null) return "revoked";
  return expires_at < now ? "expired" : "open";
};

/** A room as the API shows it. */
export const shownRoom = (record: RoomRecord, now: string): Room => ({
  ...record,
  status: statusOf(record, now),
});

/** @throws DomainError `room_closed`, the same whether it was revoked or has expired */
export function refuseClosed(room: RoomRecord, now: string): void {
  if (statusOf(room, now) === "open") return;
  throw new DomainError("room_closed", "This room is closed. Please ask for a new link.");
}

/** @throws DomainError `too_many_questions` while too many wait for an answer */
export function refuseQuestions({ open_questions }: RoomRecord): void {
  if (open_questions < MAX_OPEN_QUESTIONS) return;
  throw new DomainError(
    "too_many_questions",
    `${MAX_OPEN_QUESTIONS} questions of this room wait for an answer. Ask again once some are answered.`,
  );
}

/** Whether an answer begins another visit. */
export const isEntry = ({ entered_at }: RoomRecord, now: string): boolean =>
  entered_at === null || Date.parse(now) - Date.parse(entered_at) >= VISIT_MS;

/** Whether the room shows a review: decided, in its frameworks, in its period, by its counsel. */
export const isInScope = (
  { framework_ids, decided_from, decided_to, counsel_ids }: RoomScope,
  review: ReviewRecord | null,
): review is DecidedReview =>
  review !== null &&
  isDecided(review) &&
  framework_ids.includes(review.framework_id) &&
  (decided_from === null || review.decided_at >= decided_from) &&
  (decided_to === null || review.decided_at < decided_to) &&
  (counsel_ids === null || counsel_ids.includes(review.counsel_id));

/** The answer about anything that the room does not show: always the same, whether it exists or not. */
export const outsideRoom = (): DomainError =>
  new DomainError("not_found", "This room shows nothing of that name.");

export const roomUrl = (appUrl: string, token: string): string => `${appUrl}/room/${token}`;
