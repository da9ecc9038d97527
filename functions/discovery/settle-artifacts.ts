import type { Artifact, Classification } from "../../shared/domain/discovery/artifact.ts";
import type { RunError, RunRecord } from "../../shared/domain/discovery/run.ts";
import {
  classifyArtifact,
  readArtifacts,
  retireArtifact,
  type StoredArtifact,
} from "../../shared/store/artifacts.ts";
import type { Key } from "../../shared/store/table-schema.ts";
import { transactEach } from "../../shared/store/transact-each.ts";

/** Classifies artifacts, in order; null where it could not. An error ends the classifying. */
export type Classifier = (
  artifacts: readonly Artifact[],
) => Promise<{ classifications: readonly (Classification | null)[]; error: RunError | null }>;

/** How far the settling of a run has come. */
export interface SettleProgress {
  after: Key | null;
  /** Artifacts that this run saw. */
  count: number;
  error: RunError | null;
}

interface Settling {
  run: RunRecord;
  /** Whether the place where the artifact would stand was listed completely. */
  isListed: (artifact: Artifact) => boolean;
  classify: Classifier;
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
  let progress: SettleProgress = from ?? { after: null, count: 0, error: null };
  for (;;) {
    if (settling.stopping()) return null;
    const page = await readArtifacts(settling.run.connection_id, progress.after, PAGE);
    const seen = page.artifacts.filter((artifact) => wasSeen(artifact, settling.run));
    const error = await settlePage(settling, page.artifacts, seen, progress.error);
    progress = { after: page.lastKey, count: progress.count + seen.length, error };
    if (page.lastKey === null) return progress;
    await settling.save(progress);
  }
}

/** Findings carry the instant the run was asked for; a later run's findings count as well. */
const wasSeen = (artifact: Artifact, run: RunRecord): boolean =>
  artifact.last_seen_at >= run.created_at;

async function settlePage(
  { run, isListed, classify, at }: Settling,
  artifacts: readonly StoredArtifact[],
  seen: readonly StoredArtifact[],
  before: RunError | null,
): Promise<RunError | null> {
  const gone = artifacts.filter(
    (artifact) => artifact.retired_at === null && !wasSeen(artifact, run) && isListed(artifact),
  );
  const open = before === null ? seen.filter(isOpen) : [];
  const { classifications, error } =
    open.length > 0 ? await classify(open) : { classifications: [], error: before };
  await transactEach([
    ...gone.map((artifact) => retireArtifact(artifact, at)),
    ...open.flatMap((artifact, i) => {
      const classification = classifications[i] ?? null;
      return classification === null ? [] : [classifyArtifact(artifact, classification)];
    }),
  ]);
  return error;
}

const isOpen = ({ classification, content_hash, classified_hash }: StoredArtifact): boolean =>
  classification === null || content_hash !== classified_hash;
