import type { Message } from "./message.ts";

/**
 * The message that brings the courier to a panel when the time of its members is over. Nothing is sent:
 * the courier ends their requests, and with them the panel if none of its rules can change any more.
 * @param expires_at the end of a member's request, which is open up to and including that instant
 */
export function panelEnds(panelId: string, expires_at: string): Message {
  const due_at = new Date(Date.parse(expires_at) + 1).toISOString();
  return {
    id: `${panelId}_end_${Date.parse(due_at)}`,
    kind: "panel_end",
    to: panelId,
    due_at,
    attempts: 0,
  };
}
