import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import type { RunError, RunRecord } from "#shared/domain/discovery/run.ts";
import {
  type ArtifactPosition,
  readArtifacts,
  type StoredArtifact,
} from "#shared/store/artifacts.ts";
import { countArtifacts, retireArtifacts, uncounted } from "#shared/store/counted-artifacts.ts";
import type { ArtifactClassifier } from "./classify-artifacts.ts";

/** The progress of a run's reconciliation. */
export interface ReconcileProgress {
  after: ArtifactPosition | null;
  /** Artifacts that this run saw. */
  count: number;
  /** The first classification failure. */
  error: RunError | null;
  /** Projects of which something is still there, but which the run did not read; the first few. */
  unlisted: readonly string[];
  /** No entry of the chain answered for a whole page, so the rest is not tried. */
  isDown: boolean;
}

interface Reconciling {
  run: RunRecord;
  /** Whether the list in which the artifact would appear was read completely. */
  isListed: (artifact: StoredArtifact) => boolean;
  /** The project of a present artifact, if the run should have read it and did not; null otherwise. */
  unlistedProject: (artifact: StoredArtifact) => string | null;
  classifier: ArtifactClassifier;
  stopping: () => boolean;
  save: (progress: ReconcileProgress) => Promise<void>;
  /** The value for `retired_at`, ISO 8601. */
  at: string;
}

const PAGE = 200;
const MAX_UNLISTED = 100;

/**
 * After the listing, goes once through everything that the connection ever held, page by page. It
 * counts what the run saw, and retires what is missing from a complete listing. Of all that is still
 * there, listed or not, it classifies what has no class or has changed.
 * @returns the progress at the end, or null when the invocation's time was up
 */
export async function reconcileArtifacts(
  reconciling: Reconciling,
  from: ReconcileProgress | null,
): Promise<ReconcileProgress | null> {
  let progress = from ?? (await start(reconciling));
  if (progress === null) return null;
  for (;;) {
    if (reconciling.stopping()) return null;
    const page = await readArtifacts(reconciling.run.connection_id, progress.after, PAGE);
    const next = await reconcilePage(reconciling, page.artifacts, progress);
    if (next === null) return null;
    progress = { ...next, after: page.next };
    if (page.next === null) return progress;
    await reconciling.save(progress);
  }
}

/** Begins with the artifacts that an exhausted budget left over; null if time ran out over them. */
async function start({ classifier, run }: Reconciling): Promise<ReconcileProgress | null> {
  const obstacle = await classifier.obstacle();
  const none = { after: null, count: 0, unlisted: [] };
  if (obstacle !== null) return { ...none, error: obstacle, isDown: true };
  const { error, isDown, isCut } = await classifier.takeUpLeft(run.connection_id);
  return isCut ? null : { ...none, error, isDown };
}

/** `last_seen_at` is when the run that saw it was requested; a later run's time counts too. */
const wasSeen = (artifact: Artifact, run: RunRecord): boolean =>
  artifact.last_seen_at >= run.created_at;

/** Reconciles a page; null if time ran out before all was classified (finished work is kept). */
async function reconcilePage(
  { run, isListed, unlistedProject, classifier, at }: Reconciling,
  artifacts: readonly StoredArtifact[],
  progress: ReconcileProgress,
): Promise<ReconcileProgress | null> {
  const seen = artifacts.filter((artifact) => wasSeen(artifact, run));
  const gone = artifacts.filter(
    (artifact) => artifact.retired_at === null && !wasSeen(artifact, run) && isListed(artifact),
  );
  await retireArtifacts(gone, { at, runId: run.id });
  const rest = artifacts.filter((artifact) => !gone.includes(artifact));
  const present = rest.filter(({ retired_at }) => retired_at === null);
  const { error, isCut, isDown } = await classifier.classify(present, { isDown: progress.isDown });
  if (isCut) return null;
  await countArtifacts(uncounted(rest));
  const unlisted = present.map(unlistedProject).filter((project) => project !== null);
  return {
    ...progress,
    unlisted: [...new Set([...progress.unlisted, ...unlisted])].slice(0, MAX_UNLISTED),
    count: progress.count + seen.length,
    error: progress.error ?? error,
    isDown: progress.isDown || isDown,
  };
}
