import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/discovery.ts";
import type { Actor } from "#shared/domain/audit/row.ts";
import { isEnded, newRun, type QueuedRun, type RunRecord } from "#shared/domain/discovery/run.ts";
import { traceHeaders } from "#shared/platform/log.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { connectionExists } from "#shared/store/connections.ts";
import { getRun, putNewRun } from "#shared/store/discovery-runs.ts";
import { moveInSchedule, noteBegun, type Scheduled } from "#shared/store/discovery-schedule.ts";
import { MAX_OPEN_RUNS, openRunsOf, placeOf, takePlace } from "#shared/store/open-runs.ts";
import { type Attempt, retryOnConflict, transact } from "#shared/store/transact.ts";

/** The subject of an examination. */
export interface Examined {
  /** The source host's id, digits as text. */
  repository_id: string;
  /** 40 or 64 hex digits, lower case. */
  commit: string;
  /** The data about the repository that the worker needs. */
  input: Readonly<Record<string, unknown>>;
}

export interface RunRequest {
  connection: { id: string; tenant_id: string };
  trigger: "manual" | "schedule";
  /** Nobody, if the schedule requested it. */
  requestedBy: Actor;
  now: string;
  /** The entry in the schedule that the run replaces; null if a user requested it. */
  scheduled: Scheduled | null;
  /** null: a full run. */
  examined: Examined | null;
}

export type Started =
  | { outcome: "started"; run: QueuedRun }
  /** This open run reads the same subject already. */
  | { outcome: "already_open"; run: RunRecord }
  /** The tenant already has as many open runs of this kind as it may have. */
  | { outcome: "too_many" }
  | { outcome: "connection_gone" }
  /** Another tick started it. */
  | { outcome: "not_due" };

/**
 * Queues a full run, or an examination of one commit, with its audit row. Even under concurrent
 * requests there is only one open run for the same subject, and at most {@link MAX_OPEN_RUNS} of the
 * kind per tenant.
 */
export function startRun(request: RunRequest): Promise<Started> {
  const { connection, trigger, requestedBy, examined, now } = request;
  const run = newRun({
    id: randomUUID(),
    connection_id: connection.id,
    tenant_id: connection.tenant_id,
    kind: examined === null ? "full" : "examination",
    trigger,
    created_at: now,
    requested_by: requestedBy.actorUserId,
    holds_place: true,
    ...examined,
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
      schedule: examined === null ? scheduleOf(request) : undefined,
    });
    if (outcome.committed) return { done: { outcome: "started", run } };
    if (outcome.failed.has("connection")) return { done: { outcome: "connection_gone" } };
    if (outcome.failed.has("schedule")) return { done: { outcome: "not_due" } };
    return whyNoPlace(placeOf(run), outcome.failed.get("place") ?? null);
  });
}

const scheduleOf = ({ connection, scheduled, now }: RunRequest) =>
  scheduled === null ? noteBegun(connection.id, now) : moveInSchedule(scheduled, now, null);

/** @param item the tenant's current open runs of the kind; null: it has never had any */
async function whyNoPlace(
  place: string,
  item: Record<string, unknown> | null,
): Promise<Attempt<{ isFirst: boolean }, Started>> {
  if (item === null) return { conflict: { isFirst: true } };
  const open = openRunsOf(item);
  const runId = open.get(place);
  if (runId === undefined) {
    const isFull = open.size >= MAX_OPEN_RUNS;
    return isFull ? { done: { outcome: "too_many" } } : { conflict: { isFirst: false } };
  }
  const run = await getRun(runId);
  // The run has just ended, so its place is free by now.
  if (run === null || isEnded(run)) return { conflict: { isFirst: false } };
  return { done: { outcome: "already_open", run } };
}
