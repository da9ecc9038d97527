import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { oldestDue } from "#shared/store/webhook-deliveries.ts";
import { addressEvents } from "./address-events.ts";
import { type DeliveryCounts, deliverWebhooks } from "./deliver-webhooks.ts";

/** A round takes at most this long; nothing new is begun when less is left. */
const RESERVE_MS = 30_000;

/** Addresses what has happened to the endpoints that exist now, and delivers what is due. */
export async function runWebhooks(
  remainingMs: () => number,
): Promise<DeliveryCounts & { addressed: number }> {
  const mayGoOn = (): boolean => remainingMs() > RESERVE_MS;
  const addressed = await addressEvents(mayGoOn);
  const counts = await deliverWebhooks(mayGoOn);
  const oldest = await oldestDue(now());
  const oldest_waiting_seconds =
    oldest === null ? 0 : Math.max(0, (Date.parse(now()) - Date.parse(oldest)) / 1000);
  log("info", "webhooks_run", { addressed, ...counts, oldest_waiting_seconds });
  return { addressed, ...counts };
}
