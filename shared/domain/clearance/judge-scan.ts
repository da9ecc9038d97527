import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { ALL_LOCATIONS, EVERY } from "#shared/domain/discovery/coverage.ts";
import type { CoverageItem, OpenRun, RunRecord } from "#shared/domain/discovery/run.ts";
import type { SystemBlocker } from "./systems-answer.ts";

const HOUR_MS = 3_600_000;

/** What is known about the runs that read the subject of the question. */
export interface ScanFacts {
  /** The newest completed run of the kind that counts. */
  newest: Pick<RunRecord, "created_at" | "coverage"> | null;
  /** A run of that kind that has not ended. */
  underWay: Pick<OpenRun, "created_at"> | null;
  /** The commit in question; null: the default branch. */
  commit: string | null;
  /** The host's id of the repository in question; null: the artifact in question is in none. */
  repository_id: string | null;
  /** The newest push to the default branch, ISO 8601; null: no push is known. */
  pushed_at: string | null;
  /** What was asked about. Each run that finds it notes when that run was requested. */
  artifact: Pick<Artifact, "kind" | "location" | "details" | "last_seen_at"> & {
    /** The first full run that found it since it was last gone; null: none has, only events tell of it. */
    listed_since: string | null;
  };
}

const blocked = (reason: SystemBlocker["reason"], detail: string): SystemBlocker => ({
  artifact_id: null,
  reason,
  detail,
});

export const notConnected = (why: string): SystemBlocker => blocked("not_connected", why);

interface Whereabouts {
  /** null: it was deleted. */
  connection: Pick<ConnectionRecord, "display_name" | "status"> | null;
  artifact: Pick<Artifact, "retired_at"> & {
    /** When the newest full run was requested that found it; null: none has. */
    listed_at: string | null;
  };
  /** When its repository left the installation, ISO 8601; null: never. */
  removed_at: string | null;
}

/** Why something that was found before can no longer be read; null if it can. */
export function goneFault({ connection, artifact, removed_at }: Whereabouts): string | null {
  if (connection === null) return "Its connection was deleted.";
  if (connection.status !== "active") {
    return `Its connection ${connection.display_name} is ${connection.status.replaceAll("_", " ")}.`;
  }
  if (artifact.retired_at !== null) {
    return `It was retired at ${artifact.retired_at}: it was removed, moved or deleted.`;
  }
  if (isLost(artifact, removed_at)) {
    return `The installation lost it at ${removed_at}, and no full run has found it since.`;
  }
  return null;
}

/**
 * Whether a repository left the installation and no full run has listed it since. A push may be from
 * before it left, so it proves nothing.
 */
export const isLost = (
  { listed_at }: Pick<Whereabouts["artifact"], "listed_at">,
  removed_at: string | null,
): boolean => removed_at !== null && (listed_at ?? "") <= removed_at;

/**
 * Why nothing can be said about the systems, because no run has read them well enough; null if one has.
 * A run begins when it is requested, so it may have missed anything pushed after that.
 * @param hours how old the run may be
 * @param at ISO 8601 UTC
 */
export function whyNotScanned(facts: ScanFacts, hours: number, at: string): SystemBlocker | null {
  const why = scanFault(facts, hours, at);
  if (why === null) return null;
  const { underWay, newest } = facts;
  const run = newest === null ? "The first run" : "Another run";
  const running = underWay === null ? "" : ` ${run} began at ${underWay.created_at}.`;
  return blocked("not_scanned", `${why}${running}`);
}

function scanFault(facts: ScanFacts, hours: number, at: string): string | null {
  const { newest, commit, pushed_at, artifact } = facts;
  if (newest === null) {
    return commit === null
      ? "No run has been completed."
      : `No run has examined the commit ${commit}.`;
  }
  const began = newest.created_at;
  if (Date.parse(at) - Date.parse(began) > hours * HOUR_MS) {
    return `The newest completed run began at ${began}, more than ${hours} hours before (max_run_age_hours).`;
  }
  const gap = gapFor(newest, facts);
  if (gap !== undefined) {
    const code = gap.code === undefined ? "" : ` (${gap.code})`;
    return `The run of ${began} could not read the whole of it${code}.`;
  }
  if (commit !== null) return null;
  if (pushed_at !== null && pushed_at >= began) {
    return `It was pushed to at ${pushed_at}, after the newest completed run began (${began}).`;
  }
  const { listed_since, last_seen_at } = artifact;
  const isFound = listed_since !== null && listed_since <= began && last_seen_at >= began;
  return isFound ? null : `The newest completed run (${began}) did not find it.`;
}

/**
 * The first entry that says that this repository, or everything, was not read completely. An
 * examination reads nothing else. A full run names the host's id, since a name may change. A system
 * outside of repositories was read if that very run found it, or if the list in which it would appear
 * was read completely.
 */
function gapFor(
  { coverage, created_at }: Pick<RunRecord, "created_at" | "coverage">,
  { commit, repository_id: own, artifact }: ScanFacts,
): CoverageItem | undefined {
  if (own === null && artifact.last_seen_at === created_at) return undefined;
  return coverage.find((entry) => {
    const { status, location, repository_id } = entry;
    if (status === "complete") return false;
    if (own === null) return isAbout(entry, artifact);
    if (commit !== null || location === EVERY) return true;
    return location === "global" || repository_id === own;
  });
}

/** Whether the entry speaks of the list in which the artifact would appear. */
const isAbout = (
  entry: CoverageItem,
  { kind, location, details }: ScanFacts["artifact"],
): boolean =>
  [EVERY, kind].includes(entry.kind) &&
  [EVERY, ALL_LOCATIONS, location].includes(entry.location) &&
  // Only a connection that can hold several projects notes them in what it finds.
  [EVERY, details.project ?? entry.project].includes(entry.project);
