import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import type {
  CoverageItem,
  RunError,
  RunningRun,
  RunResult,
} from "#shared/domain/discovery/run.ts";

/** The input of a step. A step must be idempotent. */
export interface StepContext<C extends ConnectionRecord = ConnectionRecord> {
  run: RunningRun;
  connection: C;
  /** When this attempt began, ISO 8601. */
  now: string;
  /** Milliseconds left in this invocation. */
  remainingMs: () => number;
}

/**
 * How an attempt ended. `completed`: with its findings, even if they are incomplete (coverage says so).
 * `recorded`: the same, from a step that wrote its findings itself, page by page. `unfinished`: the
 * step saved its progress and continues in the next invocation. `failed`: a permanent failure. `retry`:
 * another attempt may succeed.
 */
export type StepResult =
  | { outcome: "completed"; artifacts: readonly FoundArtifact[]; coverage: readonly CoverageItem[] }
  | { outcome: "recorded"; result: RunResult }
  | { outcome: "unfinished"; notBefore?: string }
  | { outcome: "failed"; error: RunError; coverage?: readonly CoverageItem[] }
  | { outcome: "retry"; error: RunError };

/** One discovery method: the work of one kind of run on one kind of connection. */
export type DiscoveryStep<C extends ConnectionRecord = ConnectionRecord> = (
  context: StepContext<C>,
) => Promise<StepResult>;
