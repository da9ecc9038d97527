import { artifactId, type FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { leaseSeconds, type RunError, type RunRecord } from "#shared/domain/discovery/run.ts";
import { eachBounded } from "#shared/domain/each-bounded.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { artifactKey } from "#shared/store/artifacts.ts";
import { putClassification } from "#shared/store/classifications.ts";
import { artifactClassifier } from "./classify-artifacts.ts";

/** What is kept for recording the end of a run after its classification. */
const RESERVE_MS = 30_000;
const WRITES_AT_ONCE = 16;

/**
 * Classifies what a run found and recorded. A repeat finds the answers of the first attempt in the
 * cache. Ends well before the worker's own time and before the lease on the run.
 * @returns what the completed run says went wrong, or null
 */
export async function classifyFound(
  run: RunRecord,
  found: readonly FoundArtifact[],
  remainingMs: () => number,
): Promise<RunError | null> {
  if (found.length === 0) return null;
  const leaseLeft = leaseSeconds[run.kind] * 1000 - RESERVE_MS;
  const deadlineAt = nowMs() + Math.min(leaseLeft, remainingMs() - RESERVE_MS);
  const classify = artifactClassifier(run.tenant_id, deadlineAt);
  const { classifications, error } = await classify(found);
  const made = found.flatMap((artifact, i) => {
    const classification = classifications[i] ?? null;
    const { connection_id } = run;
    const id = artifactId(connection_id, artifact);
    const key = artifactKey({ connection_id, kind: artifact.kind, id });
    return classification === null ? [] : [{ key, classification }];
  });
  await eachBounded(made, WRITES_AT_ONCE, ({ key, classification }) =>
    putClassification(key, run.created_at, classification),
  );
  return error;
}
