import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { eventSourceOf } from "#shared/domain/eventbus/event-source.ts";
import type { Departure } from "#shared/domain/tenants/departure.ts";
import { describeError, log, traceHeaders } from "#shared/platform/log.ts";
import { setting, stageName } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/** An event is not worth delaying an answer for: the tick picks up what no event announced. */
const TIMEOUT_MS = 2000;

const client = new EventBridgeClient({
  ...awsClientSettings("EVENTBRIDGE"),
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: TIMEOUT_MS,
    requestTimeout: TIMEOUT_MS,
    throwOnRequestTimeout: true,
  },
});

/** Call it after the run's transaction. If it fails, the tick picks the run up. */
export const announceRun = (runId: string): Promise<void> =>
  announce("DiscoveryJobQueued", { run_id: runId });

/** The same for the courier, after a transaction that promised a message due at once. */
export const announceMessage = (): Promise<void> => announce("MessagePromised", {});

/**
 * For an operator's command, with the operator's credentials: no function may send this event.
 * @throws Error if the bus did not take it
 */
export const tellDeparture = (told: Departure): Promise<void> => put("DepartureTold", told);

async function put(DetailType: string, detail: object): Promise<void> {
  const entry = {
    Source: eventSourceOf(stageName()),
    DetailType,
    Detail: JSON.stringify({ ...detail, ...traceHeaders() }),
  };
  const { FailedEntryCount } = await client.send(new PutEventsCommand({ Entries: [entry] }));
  if (FailedEntryCount) throw new Error("EventBridge accepted no event.");
}

async function announce(DetailType: string, detail: Record<string, string>): Promise<void> {
  if (setting("WORKER_INVOKE_ENABLED") !== "true") return;
  try {
    await put(DetailType, detail);
  } catch (error) {
    log("warn", "worker_not_announced", { ...detail, ...describeError(error) });
  }
}
