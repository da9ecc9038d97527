import { EVERY, rolledUp } from "#shared/domain/discovery/coverage.ts";
import type { CoverageItem, RunRecord } from "#shared/domain/discovery/run.ts";
import type { Invocation } from "#shared/platform/aws/invocation.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import type { StoredArtifact } from "#shared/store/artifacts.ts";
import { readCheckpoint, saveCheckpoint } from "#shared/store/run-checkpoints.ts";
import { artifactClassifier } from "./classify-artifacts.ts";
import { type ReconcileProgress, reconcileArtifacts } from "./reconcile-artifacts.ts";
import type { StepResult } from "./step.ts";

/** Time reserved after the last classification for recording the end. */
const END_RESERVE_MS = 10_000;
const RECONCILED = "RECONCILED";

interface Listing {
  /**
   * Whether the list in which the artifact would appear was read completely; absent: the run can list
   * nothing, so it found nothing, whatever pushes or events told of meanwhile.
   */
  isListed?: (artifact: StoredArtifact) => boolean;
  /** The project of a present artifact, if the run should have read it and did not; null otherwise. */
  unlistedProject?: (artifact: StoredArtifact) => string | null;
  coverage: readonly CoverageItem[];
}

/**
 * Ends a full run whose lists have been read: reconciles the connection's artifacts with them,
 * continuing where an earlier invocation stopped.
 */
export async function recordListing(
  { run, remainingMs }: { run: RunRecord; remainingMs: () => number },
  invocation: Invocation,
  { isListed, unlistedProject = () => null, coverage }: Listing,
): Promise<StepResult> {
  const saved = (await readCheckpoint(run.id, RECONCILED)) as ReconcileProgress | undefined;
  const reconciled = await reconcileArtifacts(
    {
      run,
      isListed: isListed ?? (() => false),
      unlistedProject,
      classifier: artifactClassifier(run.tenant_id, nowMs() + remainingMs() - END_RESERVE_MS),
      stopping: invocation.stopping,
      save: (progress) => saveCheckpoint(run.id, RECONCILED, progress, nowMs()),
      at: now(),
    },
    // A run may have been begun by an older version.
    saved === undefined ? null : { ...saved, unlisted: saved.unlisted ?? [] },
  );
  if (reconciled === null) return { outcome: "unfinished" };
  const { count, unlisted, error } = reconciled;
  const result = {
    artifacts_count: isListed === undefined ? 0 : count,
    coverage: rolledUp([...coverage, ...unlisted.map(notListed)]),
    error_jsonb: error,
  };
  return { outcome: "recorded", result };
}

const notListed = (project: string): CoverageItem => ({
  project,
  location: EVERY,
  kind: EVERY,
  status: "partial",
  code: "project_not_listed",
});
