import { bindJob } from "#shared/edge/bind-job.ts";
import { runCourier, type Senders } from "#shared/use-cases/courier/run-courier.ts";

/** The senders are loaded with the first message that is due, because most runs have none. */
const loadSenders = async (): Promise<Senders> => (await import("./senders.ts")).senders;

/**
 * Sends every mail and every webhook that is due, whether announced or at the tick, and ends the panels
 * whose time is over.
 */
export const handler = bindJob("runCourier", async ({ payload, remainingMs, waitUntil }) => {
  const time = { remainingMs, waitUntil, waitsFor: waitedForBy(payload) };
  const both = [
    runCourier(loadSenders, remainingMs),
    // Loaded separately, because the courier's function would load slowly with all of it at once.
    import("#shared/use-cases/webhooks/run-webhooks.ts").then(({ runWebhooks }) =>
      runWebhooks(time),
    ),
  ] as const;
  // A fault of one does not end the run before the other is done.
  await Promise.allSettled(both);
  const [mails] = await Promise.all(both);
  return mails;
});

/** A tick waits for everything that is due before the next one; a run by hand waits for nothing. */
function waitedForBy(payload: unknown): "all" | "own" | "nothing" {
  const { "detail-type": type } = (payload ?? {}) as { "detail-type"?: unknown };
  if (type === "Scheduled Event") return "all";
  return type === "MessagePromised" ? "own" : "nothing";
}
