import { type AuditRow, isEvent } from "#shared/domain/audit/row.ts";
import { setting } from "#shared/platform/settings.ts";
import { isAnybodyListening } from "#shared/store/webhook-endpoints.ts";

/** Call it after the row's transaction; should it fail, the courier's tick tells of it. */
export async function announceEvent(
  row: Pick<AuditRow, "action" | "context"> | null,
): Promise<void> {
  if (row !== null && isEvent(row)) await announceToListeners();
}

/** The same for events that no row of one's own tells. */
export async function announceToListeners(): Promise<void> {
  if (setting("WORKER_INVOKE_ENABLED") !== "true" || !(await isAnybodyListening())) return;
  await announceMail();
}

/** Has the courier send at once what the last transaction promised, listeners or not. */
export async function announceMail(): Promise<void> {
  // A part of its own: most changes happen while nobody listens, and the client is large.
  const { announceMessage } = await import("#shared/platform/aws/worker-events.ts");
  await announceMessage();
}
