import type { Artifact, Classification } from "#shared/domain/discovery/artifact.ts";
import type { RunError, RunRecord } from "#shared/domain/discovery/run.ts";
import {
  classifyArtifact,
  readArtifacts,
  retireArtifact,
  type StoredArtifact,
} from "#shared/store/artifacts.ts";
import type { Key } from "#shared/store/table-schema.ts";
import { transactEach } from "#shared/store/transact.ts";

/** What a run classifies with. */
export interface Classifier {
  /** Names what a classification depends on besides the artifact's own content. */
  basis: () => Promise<string>;
  /** In order; null where it could not. `isCut`: its time was up before it came to all of them. */
  classify: (artifacts: readonly Artifact[]) => Promise<{
    classifications: readonly (Classification | null)[];
    error: RunError | null;
    isCut: boolean;
    /** Nobody of the chain answers: it is not asked again in this run. */
    isDown: boolean;
  }>;
}

/** How far the settling of a run has come. */
export interface SettleProgress {
  after: Key | null;
  /** Artifacts that this run saw. */
  count: number;
  /** The first failure of classification. */
  error: RunError | null;
  /** Nobody answered for a whole page: the rest is not tried. */
  isDown: boolean;
}

interface Settling {
  run: RunRecord;
  /** Whether the place where the artifact would stand was listed completely. */
  isListed: (artifact: Artifact) => boolean;
  classifier: Classifier;
  stopping: () => boolean;
  save: (progress: SettleProgress) => Promise<void>;
  /** The time that retired_at says, ISO 8601. */
  at: string;
}

const PAGE = 200;

/**
 * After the listing, once over everything the connection ever held, page by page: counts what the
 * run saw, retires what a complete listing no longer held, classifies what is new or has changed.
 * @returns the progress at the end, or null when the invocation's time was up
 */
export async function settleArtifacts(
  settling: Settling,
  from: SettleProgress | null,
): Promise<SettleProgress | null> {
  const basis = await settling.classifier.basis();
  let progress: SettleProgress = from ?? { after: null, count: 0, error: null, isDown: false };
  for (;;) {
    if (settling.stopping()) return null;
    const page = await readArtifacts(settling.run.connection_id, progress.after, PAGE);
    const next = await settlePage(settling, basis, page.artifacts, progress);
    if (next === null) return null;
    progress = { ...next, after: page.lastKey };
    if (page.lastKey === null) return progress;
    await settling.save(progress);
  }
}

/** Findings carry the instant the run was asked for; a later run's findings count as well. */
const wasSeen = (artifact: Artifact, run: RunRecord): boolean =>
  artifact.last_seen_at >= run.created_at;

/** One page; null when time was up before all of it was classified (what was, is kept). */
async function settlePage(
  { run, isListed, classifier, at }: Settling,
  basis: string,
  artifacts: readonly StoredArtifact[],
  progress: SettleProgress,
): Promise<SettleProgress | null> {
  const seen = artifacts.filter((artifact) => wasSeen(artifact, run));
  const gone = artifacts.filter(
    (artifact) => artifact.retired_at === null && !wasSeen(artifact, run) && isListed(artifact),
  );
  const madeOf = ({ content_hash }: StoredArtifact): string => `${basis} ${content_hash}`;
  const open = progress.isDown
    ? []
    : seen.filter((one) => one.classification === null || one.classified_hash !== madeOf(one));
  const { classifications, error, isCut, isDown } =
    open.length === 0 ? nothing : await classifier.classify(open);
  const made = open.flatMap((artifact, i) => {
    const classification = classifications[i] ?? null;
    return classification === null
      ? []
      : [classifyArtifact(artifact, classification, madeOf(artifact))];
  });
  await transactEach([...gone.map((artifact) => retireArtifact(artifact, at)), ...made]);
  if (isCut) return null;
  return {
    ...progress,
    count: progress.count + seen.length,
    error: progress.error ?? error,
    isDown: progress.isDown || isDown,
  };
}

const nothing = { classifications: [], error: null, isCut: false, isDown: false };
