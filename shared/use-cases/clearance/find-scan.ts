import { goneFault, notConnected, whyNotScanned } from "#shared/domain/clearance/judge-scan.ts";
import type { SystemBlocker } from "#shared/domain/clearance/systems-answer.ts";
import type { SystemsSubject } from "#shared/domain/clearance/systems-question.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { CompletedRun } from "#shared/domain/discovery/run.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import {
  getKnownRepositories,
  getRepositoriesNamed,
  type StoredArtifact,
} from "#shared/store/artifacts.ts";
import { readTenantConnections } from "#shared/store/connections.ts";
import { getRun, newestCompletedRun, type RunSubject } from "#shared/store/discovery-runs.ts";
import { openRunsRead, placeOf } from "#shared/store/open-runs.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { type RepositoryEvents, readRepositoryEvents } from "#shared/store/repository-events.ts";

/** A repository that one of the tenant's connections has found. */
export interface FoundRepository {
  id: string;
  artifact: StoredArtifact;
  connection: ConnectionRecord;
  events: RepositoryEvents;
}

export type Located =
  /** The repository is not available: unknown, another tenant's, removed, or no longer readable. */
  | { blocker: SystemBlocker; found: FoundRepository | null }
  | { blocker: null; found: FoundRepository };

/** A run that has read the subject of the question, or why there is none. */
export type Scanned = { blocker: SystemBlocker; run: null } | { blocker: null; run: CompletedRun };

const UNKNOWN = notConnected(
  "No connection of your organisation has this repository. Connect its installation, or run a discovery.",
);

/**
 * Finds the repository in question by its id or its present name.
 * @throws DomainError `repository_mismatch`, `connection_ambiguous`, `not_found` (the connection)
 */
export async function findRepository(tenantId: string, asked: SystemsSubject): Promise<Located> {
  const connections = new Map(
    (await readTenantConnections(tenantId)).map((one) => [one.id, one] as const),
  );
  if (asked.connection_id !== undefined && !connections.has(asked.connection_id)) {
    throw noSuch("connection");
  }
  const isAskedIn = (id: string): boolean =>
    connections.has(id) && (asked.connection_id === undefined || asked.connection_id === id);
  const candidates = (await candidatesFor(tenantId, asked, [...connections.keys()])).filter(
    ({ tenant_id, connection_id }) => tenant_id === tenantId && isAskedIn(connection_id),
  );
  const found = await Promise.all(
    candidates.map(async (artifact): Promise<FoundRepository | null> => {
      const connection = connections.get(artifact.connection_id);
      const id = artifact.repository_id;
      if (connection === undefined || id === null) return null;
      return { id, artifact, connection, events: await readRepositoryEvents(connection.id, id) };
    }),
  );
  return chosen(found.filter((one) => one !== null));
}

async function candidatesFor(
  tenantId: string,
  { repository, repository_id }: SystemsSubject,
  connectionIds: readonly string[],
): Promise<StoredArtifact[]> {
  if (repository_id === undefined) return getRepositoriesNamed(tenantId, repository ?? "");
  const known = await getKnownRepositories(connectionIds, repository_id);
  const isCalledSo = ({ name }: StoredArtifact): boolean =>
    name.toLowerCase() === repository?.toLowerCase();
  if (repository !== undefined && known.length > 0 && !known.some(isCalledSo)) {
    throw new DomainError(
      "repository_mismatch",
      `The repository ${repository_id} is not called ${repository} in the newest listing.`,
    );
  }
  return known;
}

const whereabouts = ({ artifact, connection, events }: FoundRepository) => ({
  artifact,
  connection,
  removed_at: events.removed_at,
});

/** The readable repository, if one connection has it; of several with its name there, the newest. */
function chosen(found: readonly FoundRepository[]): Located {
  const present = found.filter((one) => goneFault(whereabouts(one)) === null);
  const newest = (all: readonly FoundRepository[]): FoundRepository | undefined =>
    all.toSorted((a, b) => (a.artifact.last_seen_at < b.artifact.last_seen_at ? 1 : -1))[0];
  if (new Set(present.map(({ connection }) => connection.id)).size > 1) {
    const names = present.map(({ connection }) => connection.id).sort();
    throw new DomainError(
      "connection_ambiguous",
      `Several connections have this repository. Name one with connection_id: ${names.join(", ")}.`,
    );
  }
  const here = newest(present);
  if (here !== undefined) return { blocker: null, found: here };
  const gone = newest(found);
  const fault = gone === undefined ? null : goneFault(whereabouts(gone));
  if (gone === undefined || fault === null) return { blocker: UNKNOWN, found: null };
  return { blocker: notConnected(fault), found: gone };
}

interface Wanted {
  commit: string | null;
  /** How old a run may be. */
  hours: number;
  now: string;
}

/** The run that has read the repository well enough, or why there is none. */
export async function findScan(
  { id, artifact, connection, events }: FoundRepository,
  { commit, hours, now }: Wanted,
): Promise<Scanned> {
  const subject: RunSubject = {
    connection_id: connection.id,
    repository_id: commit === null ? null : id,
    commit,
  };
  const scan = await scanOf(connection.tenant_id, subject);
  const blocker = whyNotScanned(
    {
      ...scan,
      commit,
      repository_id: id,
      pushed_at: events.pushed_at,
      artifact,
    },
    hours,
    now,
  );
  if (blocker !== null || scan.newest === null) return { blocker: blocker ?? UNKNOWN, run: null };
  return { blocker: null, run: scan.newest };
}

/** The newest completed run of the subject, and the run that is under way. */
export async function scanOf(tenantId: string, subject: RunSubject) {
  const kind = subject.commit === null ? "full" : "examination";
  const [newest, { open }] = await Promise.all([
    newestCompletedRun(subject),
    readTogether({ open: openRunsRead(tenantId, kind) }),
  ]);
  const openId = open?.get(placeOf(subject));
  const underWay = openId === undefined ? null : await getRun(openId);
  return { newest, underWay };
}
