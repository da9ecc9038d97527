import { type AuditRow, isEvent } from "#shared/domain/audit/row.ts";
import { setting } from "#shared/platform/settings.ts";
import { isAnybodyListening } from "#shared/store/webhook-endpoints.ts";

/** Call it after the row's transaction. If it fails, the courier's tick sends the event. */
export async function announceEvent(
  row: Pick<AuditRow, "action" | "context"> | null,
): Promise<void> {
  if (row !== null && isEvent(row)) await announceToListeners();
}

/** The same for events without a row of their own. */
export async function announceToListeners(): Promise<void> {
  if (setting("WORKER_INVOKE_ENABLED") !== "true" || !(await isAnybodyListening())) return;
  await announceMail();
}

/**
 * Makes the courier send at once what the last transaction promised, whether or not anybody listens.
 */
export async function announceMail(): Promise<void> {
  // Loaded separately: most changes happen while nobody listens, and the client is large.
  const { announceMessage } = await import("#shared/platform/aws/worker-events.ts");
  await announceMessage();
}
