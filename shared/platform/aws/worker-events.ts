import http from "node:http";
import https from "node:https";
import { eventSourceOf } from "#shared/domain/event-source.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { requiredSetting, setting, stageName } from "#shared/platform/settings.ts";
import { traceHeaders } from "#shared/platform/trace.ts";
import { signRequest } from "./signed-request.ts";

/*
 * Events to the account's default bus. Uses signed requests: the EventBridge client is far too
 * large for the one call made here.
 */

/** An event is not worth delaying an answer for: the tick picks up what no event announced. */
const TIMEOUT_MS = 2000;
const MOST_ATTEMPTS = 2;

/**
 * Tells the worker, when WORKER_INVOKE_ENABLED is true, that a run is queued, so that it starts at
 * once. Call it after the transaction that enqueued the run. A failure is logged and harmless: the
 * next tick picks the run up.
 */
export async function announceRun(runId: string): Promise<void> {
  if (setting("WORKER_INVOKE_ENABLED") !== "true") return;
  const entry = {
    Source: eventSourceOf(stageName()),
    DetailType: "DiscoveryJobQueued",
    Detail: JSON.stringify({ run_id: runId, ...traceHeaders() }),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await putEvent(entry);
      return;
    } catch (error) {
      if (attempt < MOST_ATTEMPTS) continue;
      log("warn", "worker_not_announced", { run_id: runId, ...describeError(error) });
      return;
    }
  }
}

/** Calls PutEvents. @throws Error when EventBridge is unreachable, refuses, or accepts no event */
async function putEvent(entry: Readonly<Record<string, string>>): Promise<void> {
  const region = requiredSetting("AWS_REGION");
  const signed = await signRequest(
    {
      service: "events",
      region,
      method: "POST",
      url: setting("AWS_ENDPOINT_URL_EVENTBRIDGE") ?? `https://events.${region}.amazonaws.com/`,
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSEvents.PutEvents",
      },
      body: JSON.stringify({ Entries: [entry] }),
    },
    now(),
  );
  const { status, text } = await send(signed);
  if (status !== 200) throw new Error(`EventBridge answered ${status}.`);
  const { FailedEntryCount } = JSON.parse(text) as { FailedEntryCount?: number };
  if (FailedEntryCount) throw new Error("EventBridge accepted no event.");
}

/** Uses Node's own client, which every function has already loaded; fetch would cost 20 ms more. */
function send({
  url,
  method,
  headers,
  body,
}: Awaited<ReturnType<typeof signRequest>>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith("http:") ? http : https;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(url, { method, headers, signal }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
