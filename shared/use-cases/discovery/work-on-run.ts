import { randomUUID } from "node:crypto";
import { type AuditRow, auditRow } from "#shared/domain/audit/row.ts";
import {
  begun,
  completed,
  failed,
  isDue,
  isUsedUp,
  type RunRecord,
  retriedOrDead,
  toBeContinued,
} from "#shared/domain/discovery/run.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { recordAllFound } from "#shared/store/artifacts.ts";
import { getAnyConnection } from "#shared/store/connections.ts";
import { moveRun } from "#shared/store/discovery-runs.ts";
import { classifyFound } from "./classify-found.ts";
import type { StepResult } from "./step.ts";
import { steps } from "./steps.ts";

/** `taken`: somebody else has it, or it is not due. `again`: queued once more. */
export type WorkOutcome = "taken" | "completed" | "failed" | "again";

/**
 * Takes a run if it is due and nobody else has it, does its step and records the end. Each move is
 * conditional on the one before, so a run that is delivered twice, or whose worker died, ends once;
 * what a step records is the same however often it is repeated.
 */
export async function workOnRun(
  queued: RunRecord,
  remainingMs: () => number,
): Promise<WorkOutcome> {
  const startedAt = now();
  if (!isDue(queued, startedAt)) return "taken";
  if (isUsedUp(queued)) {
    const error = { code: "worker_lost", message: "No worker came to an end with this run." };
    return finish(queued, retriedOrDead(queued, error, startedAt));
  }
  const run = begun(queued, startedAt);
  const first = queued.attempts === 0;
  const taken = await moveRun(queued, run, first ? rowOf(run, "started", startedAt) : null);
  if (!taken.committed) return "taken";
  const result = await attempt(run, startedAt, remainingMs);
  return finish(run, await ended(run, result, remainingMs));
}

async function attempt(
  run: RunRecord,
  startedAt: string,
  remainingMs: () => number,
): Promise<StepResult> {
  try {
    const connection = await getAnyConnection(run.connection_id);
    if (connection === null) {
      return refused("connection_deleted", "The connection was deleted meanwhile.");
    }
    const step = steps[`${run.kind} ${connection.provider}`];
    if (step === undefined) {
      return refused("discovery_not_supported", "This connection has no such discovery.");
    }
    return await step({ run, connection, now: startedAt, remainingMs });
  } catch (error) {
    return unforeseen(run, error);
  }
}

/** Records what was found and classifies it, then says where the run stands. */
async function ended(
  run: RunRecord,
  result: StepResult,
  remainingMs: () => number,
): Promise<RunRecord> {
  if (result.outcome === "unfinished") return toBeContinued(run, now());
  if (result.outcome === "recorded") return completed(run, result.result, now());
  if (result.outcome === "later") return retriedOrDead(run, result.error, now());
  if (result.outcome === "failed") {
    return failed(run, result.error, now(), { coverage: result.coverage ?? [] });
  }
  const { artifacts, coverage } = result;
  try {
    // A finding speaks of the instant the run was asked for: a late repeat never looks newer.
    await recordAllFound(run, artifacts, run.created_at);
    const error_jsonb = await classifyFound(run, artifacts, remainingMs);
    return completed(run, { artifacts_count: artifacts.length, coverage, error_jsonb }, now());
  } catch (error) {
    const { error: reason } = unforeseen(run, error);
    return retriedOrDead(run, reason, now());
  }
}

async function finish(before: RunRecord, after: RunRecord): Promise<WorkOutcome> {
  const isOver = after.status === "completed" || after.status === "failed";
  const row = isOver ? rowOf(after, "completed", after.finished_at ?? now()) : null;
  const outcome = await moveRun(before, after, row);
  if (!outcome.committed) return "taken";
  if (after.continued > before.continued) await announceRun(after.id);
  if (after.status === "failed") {
    log("warn", "discovery_run_failed", { run_id: after.id, code: after.error_jsonb?.code });
  }
  return after.status === "completed" || after.status === "failed" ? after.status : "again";
}

const rowOf = (run: RunRecord, word: "started" | "completed", at: string): AuditRow =>
  auditRow({
    action: `discovery.run.${word}`,
    resourceId: run.id,
    tenantId: run.tenant_id,
    actorUserId: null,
    context: { connection_id: run.connection_id, run_id: run.id, status: run.status },
    id: randomUUID(),
    at,
  });

const refused = (code: string, message: string): StepResult => ({
  outcome: "failed",
  error: { code, message },
});

function unforeseen(run: RunRecord, error: unknown) {
  log("error", "discovery_attempt_failed", { run_id: run.id, ...describeError(error) });
  const message = "Something went wrong here; the log says what.";
  return { outcome: "later" as const, error: { code: "internal_error", message } };
}
