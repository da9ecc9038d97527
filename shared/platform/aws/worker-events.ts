import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { eventSourceOf } from "#shared/domain/event-source.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { setting, stageName } from "#shared/platform/settings.ts";
import { traceHeaders } from "#shared/platform/trace.ts";
import { awsClientSettings } from "./aws-client.ts";

/** A late event is worth less than an answer: the tick picks up what no event announced. */
const events = new EventBridgeClient({
  ...awsClientSettings,
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
});

/**
 * Tells the worker, when WORKER_INVOKE_ENABLED is true, that a run is queued, so that it starts at
 * once. To be called after the transaction that enqueued it. A failure is logged and harmless: the
 * next tick picks the run up.
 */
export async function announceRun(runId: string): Promise<void> {
  if (setting("WORKER_INVOKE_ENABLED") !== "true") return;
  try {
    const { FailedEntryCount } = await events.send(
      new PutEventsCommand({
        Entries: [
          {
            Source: eventSourceOf(stageName()),
            DetailType: "DiscoveryJobQueued",
            Detail: JSON.stringify({ run_id: runId, ...traceHeaders() }),
          },
        ],
      }),
    );
    if (FailedEntryCount) log("warn", "worker_not_announced", { run_id: runId });
  } catch (error) {
    log("warn", "worker_not_announced", { run_id: runId, ...describeError(error) });
  }
}
