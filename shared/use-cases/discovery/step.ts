import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import type {
  CoverageItem,
  RunError,
  RunningRun,
  RunResult,
} from "#shared/domain/discovery/run.ts";

/** What a step works on. Its effects must be the same however often it is repeated. */
export interface StepContext<C extends ConnectionRecord = ConnectionRecord> {
  run: RunningRun;
  connection: C;
  /** The instant this attempt began, ISO 8601. */
  now: string;
  /** Milliseconds that are left of this invocation. */
  remainingMs: () => number;
}

/**
 * How an attempt ended. `completed`: with what was found, even if only in part (coverage says so).
 * `recorded`: the same, by a step that wrote its findings itself, page by page. `unfinished`: the
 * step kept its progress and continues in the next invocation. `failed`: the upstream refused for good.
 * `later`: it may succeed when repeated.
 */
export type StepResult =
  | { outcome: "completed"; artifacts: readonly FoundArtifact[]; coverage: readonly CoverageItem[] }
  | { outcome: "recorded"; result: RunResult }
  | { outcome: "unfinished"; notBefore?: string }
  | { outcome: "failed"; error: RunError; coverage?: readonly CoverageItem[] }
  | { outcome: "later"; error: RunError };

/** One way of discovering: what runs of one kind do for connections of one kind. */
export type DiscoveryStep<C extends ConnectionRecord = ConnectionRecord> = (
  context: StepContext<C>,
) => Promise<StepResult>;
