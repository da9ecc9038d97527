/** Why a message is sent; each kind has its sender in `shared/use-cases/courier/senders.ts`. */
export type MessageKind =
  | "review_link"
  | "review_reminder"
  | "review_extended"
  | "review_question"
  | "review_answer"
  | "key_invitation";

/** A promised message (reviews-that-run, "The courier"): stored with the change that promises it. */
export interface Message {
  /** Names the message for its receiver too, the same in every attempt. */
  id: string;
  kind: MessageKind;
  /** What it is about: the id of a review. */
  to: string;
  /** Not before this time (ISO 8601 UTC). */
  due_at: string;
  /** How often sending it has failed. */
  attempts: number;
  /** The link's token, encrypted, where no row holds the link: only the courier can read it. */
  sealed?: string;
  /** It could not be sent before, because somebody else had to act first. */
  has_waited?: true;
}

/** How long a sender may take before another may take the message over, in ms. */
export const LEASE_MS = 60_000;

const MINUTE_MS = 60_000;

/** What waits for somebody else is looked at again after so long, in ms: at the next tick. */
const WAITING_MS = MINUTE_MS;

/** The message as it is looked at again: nothing has failed. */
export const waiting = (message: Message, now: string): Message => ({
  ...message,
  due_at: new Date(Date.parse(now) + WAITING_MS).toISOString(),
  has_waited: true,
});

/** The pauses before a mail that its provider did not take is tried again, in ms. */
const mailLadder = [1, 5, 15, 60, 360].map((minutes) => minutes * MINUTE_MS);

/** The message as it waits for its next attempt; null if it has had its last. */
export function nextAttempt(message: Message, now: string): Message | null {
  const pause = mailLadder[message.attempts];
  if (pause === undefined) return null;
  const due_at = new Date(Date.parse(now) + pause).toISOString();
  return { ...message, due_at, attempts: message.attempts + 1 };
}
