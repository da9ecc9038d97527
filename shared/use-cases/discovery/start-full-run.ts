import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/discovery.ts";
import type { Actor } from "#shared/domain/audit/row.ts";
import { isEnded, newRun, type QueuedRun, type RunRecord } from "#shared/domain/discovery/run.ts";
import { traceHeaders } from "#shared/platform/log.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { connectionExists } from "#shared/store/connections.ts";
import { getRun, putNewRun } from "#shared/store/discovery-runs.ts";
import { moveInSchedule, noteBegun, type Scheduled } from "#shared/store/discovery-schedule.ts";
import { MOST_OPEN_FULL_RUNS, openRunsOf, takePlace } from "#shared/store/open-runs.ts";
import { type Attempt, retryOnConflict, transact } from "#shared/store/transact.ts";

export interface FullRunRequest {
  connection: { id: string; tenant_id: string };
  trigger: "manual" | "schedule";
  /** Nobody for the schedule. */
  requestedBy: Actor;
  now: string;
  /** The entry in the schedule that the run replaces; null if a user requested it. */
  scheduled: Scheduled | null;
}

export type Started =
  | { outcome: "started"; run: QueuedRun }
  /** The connection already has this full run open. */
  | { outcome: "already_open"; run: RunRecord }
  /** The tenant has as many open full runs as it may have. */
  | { outcome: "too_many" }
  | { outcome: "connection_gone" }
  /** Another tick started it. */
  | { outcome: "not_due" };

/**
 * Queues a full run with its audit row: one open full run per connection and at most {@link
 * MOST_OPEN_FULL_RUNS} per tenant, even under concurrent requests.
 */
export function startFullRun(request: FullRunRequest): Promise<Started> {
  const { connection, trigger, requestedBy, scheduled, now } = request;
  const run = newRun({
    id: randomUUID(),
    connection_id: connection.id,
    tenant_id: connection.tenant_id,
    kind: "full",
    trigger,
    created_at: now,
    requested_by: requestedBy.actorUserId,
    holds_place: true,
    ...traceHeaders(),
  });
  const row = auditRow({
    action: "discovery.run.requested",
    resourceId: connection.id,
    tenantId: connection.tenant_id,
    ...requestedBy,
    context: { connection_id: connection.id, run_id: run.id, status: run.status },
    id: randomUUID(),
    at: now,
  });
  return retryOnConflict({ isFirst: false }, async ({ isFirst }) => {
    const outcome = await transact({
      connection: connectionExists(connection.id),
      place: takePlace(run, isFirst),
      run: putNewRun(run),
      row: putAuditRow(row),
      schedule:
        scheduled === null ? noteBegun(connection.id, now) : moveInSchedule(scheduled, now, null),
    });
    if (outcome.committed) return { done: { outcome: "started", run } };
    if (outcome.failed.has("connection")) return { done: { outcome: "connection_gone" } };
    if (outcome.failed.has("schedule")) return { done: { outcome: "not_due" } };
    return whyNoPlace(connection.id, outcome.failed.get("place") ?? null);
  });
}

/** @param item the tenant's current open full runs; null: it has never had any */
async function whyNoPlace(
  connectionId: string,
  item: Record<string, unknown> | null,
): Promise<Attempt<{ isFirst: boolean }, Started>> {
  if (item === null) return { conflict: { isFirst: true } };
  const open = openRunsOf(item);
  const runId = open.get(connectionId);
  if (runId === undefined) {
    const isFull = open.size >= MOST_OPEN_FULL_RUNS;
    return isFull ? { done: { outcome: "too_many" } } : { conflict: { isFirst: false } };
  }
  const run = await getRun(runId);
  // It has just ended, so its place is free by now.
  if (run === null || isEnded(run)) return { conflict: { isFirst: false } };
  return { done: { outcome: "already_open", run } };
}
