import { now } from "#shared/platform/clock.ts";
import { log } from "#shared/platform/log.ts";
import { oldestDue, waitingEndpoints } from "#shared/store/webhook-deliveries.ts";
import { addressEvents } from "./address-events.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { mayAddress, type RunTime } from "./run-time.ts";
import type { DeliveryCounts } from "./work-endpoint.ts";

/**
 * Addresses new events to the endpoints that exist now, and delivers what is due, or becomes due while
 * the run waits.
 */
export async function runWebhooks(time: RunTime): Promise<DeliveryCounts & { addressed: number }> {
  const addressed = await addressEvents(mayAddress(time));
  const waiting = await waitingEndpoints(now());
  const counts = await deliverWebhooks(waiting, time);
  const oldest = waiting.length === 0 ? null : await oldestDue(now());
  const oldest_waiting_seconds =
    oldest === null ? 0 : Math.max(0, (Date.parse(now()) - Date.parse(oldest)) / 1000);
  log("info", "webhooks_run", { addressed, ...counts, oldest_waiting_seconds });
  return { addressed, ...counts };
}
