import type { Message } from "./message.ts";

const idPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_key_[0-9a-f]{16}$/;

/** The counsel whom a message with that id invites; null if it is not an invitation. */
export const invitedBy = (id: string): string | null => idPattern.exec(id)?.[1] ?? null;

/**
 * The message that carries an invitation to enrol a key. Its id is also an SES tag.
 * @param tokenHash of the invitation: each invitation has its own message
 */
export const keyMessage = (counselId: string, tokenHash: string, due_at: string): Message => ({
  id: `${counselId}_key_${tokenHash.slice(0, 16)}`,
  kind: "key_invitation",
  to: counselId,
  due_at,
  attempts: 0,
});
