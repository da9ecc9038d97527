/** Why a message is sent; each kind has its sender in `functions/courier/senders.ts`. */
export type MessageKind =
  | "review_link"
  | "review_reminder"
  | "review_extended"
  | "review_question"
  | "review_answer"
  | "key_invitation"
  | "panel_end";

/** A promised message (reviews-that-run, "The courier"): stored with the change that promises it. */
export interface Message {
  /** Identifies the message to its receiver too. It is the same in every attempt. */
  id: string;
  kind: MessageKind;
  /** The id of the review, the panel or the counsel that the message is about. */
  to: string;
  /** Do not send before this time (ISO 8601 UTC). */
  due_at: string;
  /** How often sending it has failed. */
  attempts: number;
  /** The link's token, encrypted, if no row holds the link. Only the courier can read it. */
  sealed?: string;
  /** It could not be sent earlier, because somebody else had to act first. */
  has_waited?: true;
}

/** How long a sender may take before another may take the message over, in ms. */
export const LEASE_MS = 60_000;

const MINUTE_MS = 60_000;

/** After how long a message that waits for somebody else is checked again, in ms: the next tick. */
const WAITING_MS = MINUTE_MS;

/** The message, put off until it is checked again. This is not a failed attempt. */
export const waiting = (message: Message, now: string): Message => ({
  ...message,
  due_at: new Date(Date.parse(now) + WAITING_MS).toISOString(),
  has_waited: true,
});

/** The pauses before a mail that its provider did not take is tried again, in ms. */
const mailLadder = [1, 5, 15, 60, 360].map((minutes) => minutes * MINUTE_MS);

/** The message with the time of its next attempt; null if it has had its last. */
export function nextAttempt(message: Message, now: string): Message | null {
  const pause = mailLadder[message.attempts];
  if (pause === undefined) return null;
  const due_at = new Date(Date.parse(now) + pause).toISOString();
  return { ...message, due_at, attempts: message.attempts + 1 };
}
