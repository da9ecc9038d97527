import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import type {
  CoverageItem,
  RunError,
  RunningRun,
  RunResult,
} from "#shared/domain/discovery/run.ts";

/** What a step works on. A step must be idempotent. */
export interface StepContext<C extends ConnectionRecord = ConnectionRecord> {
  run: RunningRun;
  connection: C;
  /** The instant this attempt began, ISO 8601. */
  now: string;
  /** Milliseconds left in this invocation. */
  remainingMs: () => number;
}

/**
 * How an attempt ended. `completed`: with what was found, even if incomplete (coverage says so).
 * `recorded`: the same, from a step that wrote its findings itself, page by page. `unfinished`: the
 * step saved its progress and continues in the next invocation. `failed`: a permanent failure.
 * `retry`: it may succeed then.
 */
export type StepResult =
  | { outcome: "completed"; artifacts: readonly FoundArtifact[]; coverage: readonly CoverageItem[] }
  | { outcome: "recorded"; result: RunResult }
  | { outcome: "unfinished"; notBefore?: string }
  | { outcome: "failed"; error: RunError; coverage?: readonly CoverageItem[] }
  | { outcome: "retry"; error: RunError };

/** One discovery method: what runs of one kind do for connections of one kind. */
export type DiscoveryStep<C extends ConnectionRecord = ConnectionRecord> = (
  context: StepContext<C>,
) => Promise<StepResult>;
