import type { Message } from "./message.ts";

/**
 * The message that carries an invitation to enrol a key. Its id is a tag of SES, too.
 * @param tokenHash of the invitation: each has a message of its own
 */
export const keyMessage = (counselId: string, tokenHash: string, due_at: string): Message => ({
  id: `${counselId}_key_${tokenHash.slice(0, 16)}`,
  kind: "key_invitation",
  to: counselId,
  due_at,
  attempts: 0,
});
