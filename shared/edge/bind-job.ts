import { now, nowMs, waitUntil } from "#shared/platform/clock.ts";
import { describeError, inSpan, logMeasured } from "#shared/platform/log.ts";
import type { JobId } from "#shared/routes/contract/jobs.ts";

/** The arguments of a job's function. */
interface JobCall {
  /** The invoker's payload, not validated yet. */
  payload: unknown;
  /** ISO 8601 UTC. */
  now: string;
  /** Milliseconds since the epoch, for work that measures its own time. */
  nowMs: () => number;
  /** Milliseconds until the function is stopped. */
  remainingMs: () => number;
  /** Resolves when the clock has reached an instant, ISO 8601 UTC. */
  waitUntil: (at: string) => Promise<void>;
}

type Context = { getRemainingTimeInMillis: () => number };

/**
 * Binds a job of the table to its use case. The job runs in a span of the trace that its event names
 * and writes one log line with outcome and duration. An error in the use case fails the invocation.
 * @param run its result (numbers, words and ids) is added to the log line; an `outcome` in it replaces
 * the line's own
 */
export const bindJob =
  <T extends object>(operation: JobId, run: (call: JobCall) => Promise<T>) =>
  (payload: unknown, context: Context): Promise<T> =>
    inSpan(traceOf(payload), async () => {
      const startedAt = process.hrtime.bigint();
      const remainingMs = () => context.getRemainingTimeInMillis();
      try {
        const result = await run({ payload, now: now(), nowMs, remainingMs, waitUntil });
        logJob(operation, startedAt, { outcome: "ok", ...result });
        return result;
      } catch (error) {
        logJob(operation, startedAt, { ...describeError(error), outcome: "failed" });
        throw error;
      }
    });

function logJob(operation: JobId, startedAt: bigint, fields: { outcome: string }): void {
  const duration_ms = Number((process.hrtime.bigint() - startedAt) / 1_000_000n);
  logMeasured({
    level: fields.outcome === "failed" ? "error" : "info",
    event: "job",
    fields: { ...fields, operation, duration_ms },
    by: ["operation", "outcome"],
    metrics: { duration_ms: "Milliseconds" },
  });
}

/** The platform's own events carry the `traceparent` in their detail. */
function traceOf(payload: unknown): string | null {
  const { detail } = (payload ?? {}) as { detail?: { traceparent?: unknown } | null };
  return typeof detail?.traceparent === "string" ? detail.traceparent : null;
}
