import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/discovery.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { ConnectionProvider } from "#shared/domain/connections/connection.ts";
import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import {
  begun,
  completed,
  failed,
  isDue,
  isEnded,
  isUsedUp,
  leaseSeconds,
  type OpenRun,
  type RunError,
  type RunningRun,
  type RunRecord,
  retriedOrDead,
  toBeContinued,
} from "#shared/domain/discovery/run.ts";
import { isUnknownTenant } from "#shared/domain/tenants/tenant.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { describeError, inSpan, log } from "#shared/platform/log.ts";
import { readFound, recordAllFound } from "#shared/store/artifacts.ts";
import { getAnyConnection } from "#shared/store/connections.ts";
import { countArtifacts, uncounted } from "#shared/store/counted-artifacts.ts";
import { moveRun } from "#shared/store/discovery-runs.ts";
import { type Begun, learntFrom, noteVerdict } from "#shared/use-cases/connections/note-verdict.ts";
import { unconfirmedInstallation } from "#shared/use-cases/connections/unconfirmed-installation.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { logRun, type Work } from "./log-run.ts";
import type { StepResult } from "./step.ts";
import { stepOf } from "./steps.ts";
import { errorHinted, withHints } from "./with-hints.ts";

/**
 * `taken`: another worker has the run, it is not due, or its tenant is being removed. `again`: it was
 * queued again.
 */
export type WorkOutcome = "taken" | "completed" | "failed" | "again";

/** Each transition is conditional on the one before, so a run delivered twice ends only once. */
export const workOnRun = (run: RunRecord, remainingMs: () => number): Promise<WorkOutcome> =>
  inSpan(run.traceparent, () =>
    workInSpan(run, remainingMs).catch((error: unknown) => {
      if (isUnknownTenant(error)) return "taken";
      throw error;
    }),
  );

async function workInSpan(queued: RunRecord, remainingMs: () => number): Promise<WorkOutcome> {
  const startedAt = now();
  if (!isDue(queued, startedAt)) return "taken";
  if (isUsedUp(queued)) {
    const error = {
      code: "worker_lost",
      message: "Every worker that took this run stopped before it finished.",
    };
    return finish(queued, retriedOrDead(queued, errorHinted(error), startedAt), {
      queued,
      provider: null,
      startedAt,
    });
  }
  const run = begun(queued, startedAt);
  const first = queued.attempts === 0;
  const taken = await moveRun(queued, run, first ? rowOf(run, "started", startedAt) : null);
  if (!taken.committed) return "taken";
  const tried = await attempt(run, startedAt, remainingMs);
  const result = withHints(tried.result);
  if (run.kind === "full") {
    const learnt = learntFrom(result);
    await noteVerdict({ connectionId: run.connection_id, learnt, begun: tried.begun }, now());
  }
  const after = await ended(run, result, remainingMs);
  return finish(run, after, { queued, provider: tried.provider, startedAt });
}

interface Tried {
  provider: ConnectionProvider | null;
  /** The connection's authorisation when the attempt read it; null if the connection was gone. */
  begun: Begun | null;
  result: StepResult;
}

async function attempt(
  run: RunningRun,
  startedAt: string,
  remainingMs: () => number,
): Promise<Tried> {
  let provider: ConnectionProvider | null = null;
  let begunWith: Begun | null = null;
  try {
    const connection = await getAnyConnection(run.connection_id);
    if (connection === null) {
      const text = "The connection was deleted in the meantime.";
      return { provider, begun: begunWith, result: refused("connection_deleted", text) };
    }
    provider = connection.provider;
    begunWith = { status: connection.status, authorized_at: connection.authorized_at ?? null };
    const unconfirmed = run.kind === "partial" ? null : await unconfirmedInstallation(connection);
    if (unconfirmed !== null) {
      const result = { outcome: "completed" as const, artifacts: [], coverage: [unconfirmed] };
      return { provider, begun: begunWith, result };
    }
    const step = await stepOf(run, connection);
    const result = await step({ run, connection, now: startedAt, remainingMs });
    return { provider, begun: begunWith, result };
  } catch (error) {
    return { provider, begun: begunWith, result: unforeseen(run, error) };
  }
}

/** Records and classifies the artifacts, then returns the run's next state. */
async function ended(
  run: RunningRun,
  result: StepResult,
  remainingMs: () => number,
): Promise<RunRecord> {
  if (result.outcome === "unfinished") return toBeContinued(run, now(), result.notBefore);
  if (result.outcome === "recorded") return completed(run, result.result, now());
  if (result.outcome === "retry") return retriedOrDead(run, result.error, now());
  if (result.outcome === "failed") {
    return failed(run, result.error, now(), result.coverage);
  }
  const { artifacts, coverage } = result;
  try {
    // Artifacts get the time at which the run was requested: a late retry never looks newer.
    await recordAllFound(run, artifacts, run.created_at);
    const error = await classifyFound(run, artifacts, remainingMs);
    const error_jsonb = error === null ? null : errorHinted(error);
    return completed(run, { artifacts_count: artifacts.length, coverage, error_jsonb }, now());
  } catch (error) {
    const { error: reason } = unforeseen(run, error);
    return retriedOrDead(run, errorHinted(reason), now());
  }
}

/** Time reserved for recording the end of a run after its classification. */
const RESERVE_MS = 30_000;

/**
 * Classifies the artifacts of a small step; a retry finds the first attempt's answers in the cache. It
 * ends well before the worker's time limit and the run's lease.
 * @returns the error to record in the completed run, or null
 */
async function classifyFound(
  run: RunningRun,
  found: readonly FoundArtifact[],
  remainingMs: () => number,
): Promise<RunError | null> {
  const leaseLeft = leaseSeconds[run.kind] * 1000 - RESERVE_MS;
  const deadlineAt = nowMs() + Math.min(leaseLeft, remainingMs() - RESERVE_MS);
  const stored = await readFound(run.connection_id, found);
  const { artifactClassifier } = await import("./classify-artifacts.ts");
  const classifier = artifactClassifier(run.tenant_id, deadlineAt);
  const left = await classifier.takeUpLeft(run.connection_id);
  const { error } = await classifier.classify(stored, { isAgain: true, isDown: left.isDown });
  await countArtifacts(uncounted(stored));
  return left.error ?? error;
}

async function finish(before: OpenRun, after: RunRecord, work: Work): Promise<WorkOutcome> {
  const row = isEnded(after) ? rowOf(after, "completed", after.finished_at) : null;
  const outcome = await moveRun(before, after, row);
  if (!outcome.committed) return "taken";
  logRun(after, work, now());
  // Webhooks are told that the run ended, and that its connection needs a new authorisation.
  if (row !== null || after.kind === "full") await announceToListeners();
  const goesOn = after.continued > before.continued && after.due_at !== null;
  if (goesOn && after.due_at <= now()) {
    // Loaded on demand, because few runs need the client of EventBridge.
    const { announceRun } = await import("#shared/platform/aws/worker-events.ts");
    await announceRun(after.id);
  }
  return isEnded(after) ? after.status : "again";
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
  const message = "Something went wrong here; see the log.";
  return { outcome: "retry" as const, error: { code: "internal_error", message } };
}
