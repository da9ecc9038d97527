import type { ConnectionProvider } from "#shared/domain/connections/connection.ts";
import type { RunKind, RunRecord, RunStatus } from "#shared/domain/discovery/run.ts";
import { logMeasured } from "#shared/platform/log.ts";

/** What a worker did with a run. */
export interface Work {
  /** The run as the worker found it. */
  queued: RunRecord;
  /** The provider whose APIs the run called; null: the connection was never read. */
  provider: ConnectionProvider | null;
  /** ISO 8601 UTC. */
  startedAt: string;
}

/** The jobs' names, as in the second seed. */
const operations: Readonly<Record<RunKind, string>> = {
  full: "run_discovery",
  partial: "run_discovery_partial",
  examination: "run_examination",
};

/** `again`: the run will be continued or retried. */
const outcomes: Readonly<Record<RunStatus, "ok" | "failed" | "again">> = {
  completed: "ok",
  failed: "failed",
  queued: "again",
  running: "again",
};

/**
 * Logs one line per run that a worker has processed: how long it waited, how long it took, its
 * outcome. A failure's code says who is at fault; the run's `error_jsonb` has the details.
 */
export function logRun(after: RunRecord, { queued, provider, startedAt }: Work, now: string): void {
  const { id, tenant_id, connection_id, kind, trigger, status } = after;
  const millisecondsFrom = (from: string, to: string) =>
    Math.max(0, Date.parse(to) - Date.parse(from));
  logMeasured({
    level: status === "failed" ? "warn" : "info",
    event: "discovery_run",
    fields: {
      operation: operations[kind],
      provider: provider ?? "none",
      outcome: outcomes[status],
      run_id: id,
      tenant_id,
      connection_id,
      trigger,
      queue_age_ms: millisecondsFrom(queued.due_at ?? startedAt, startedAt),
      duration_ms: millisecondsFrom(startedAt, now),
      ...(after.error_jsonb === null ? {} : { code: after.error_jsonb.code }),
    },
    by: ["operation", "provider", "outcome"],
    metrics: { duration_ms: "Milliseconds", queue_age_ms: "Milliseconds" },
  });
}
