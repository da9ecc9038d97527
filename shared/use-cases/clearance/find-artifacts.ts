import { goneFault, notConnected, whyNotScanned } from "#shared/domain/clearance/judge-scan.ts";
import type { SystemBlocker } from "#shared/domain/clearance/systems-answer.ts";
import type { Demanded } from "#shared/domain/clearance/systems-question.ts";
import type { CompletedRun } from "#shared/domain/discovery/run.ts";
import { getArtifacts, type StoredArtifact } from "#shared/store/artifacts.ts";
import { readTenantConnections } from "#shared/store/connections.ts";
import { readRepositoryEvents } from "#shared/store/repository-events.ts";
import { scanOf } from "./find-scan.ts";
import { type Basis, foundOf } from "./systems-basis.ts";

const UNKNOWN = "Your organisation has no such system.";

/**
 * The systems that a question names one by one. Each is judged by the newest complete run of its own
 * connection. An unknown system is a blocker, and so is another tenant's, in the same words.
 */
export async function findArtifacts(
  ids: readonly string[],
  demands: Demanded,
  tenantId: string,
  now: string,
): Promise<Basis> {
  const [artifacts, connections] = await Promise.all([
    getArtifacts(ids, tenantId),
    readTenantConnections(tenantId),
  ]);
  const owners = new Map(connections.map((one) => [one.id, one] as const));
  const scans = await scansOf(tenantId, artifacts);
  const eventsOf = await eventsFor(artifacts);
  const blockers = artifacts.flatMap((artifact): SystemBlocker[] => {
    const connection = owners.get(artifact.connection_id) ?? null;
    const { pushed_at, removed_at } = eventsOf(artifact);
    const gone = goneFault({ connection, artifact, removed_at });
    const scan = scans.get(artifact.connection_id) ?? { newest: null, underWay: null };
    const fault =
      gone === null
        ? whyNotScanned(
            {
              ...scan,
              commit: null,
              repository_id: artifact.repository_id,
              pushed_at,
              artifact,
            },
            demands.max_run_age_hours,
            now,
          )
        : notConnected(gone);
    return fault === null ? [] : [{ ...fault, artifact_id: artifact.id }];
  });
  const known = new Set(artifacts.map(({ id }) => id));
  const unknown = ids
    .filter((id) => !known.has(id))
    .map((artifact_id) => ({ ...notConnected(UNKNOWN), artifact_id }));
  return {
    repository: null,
    address: null,
    run: onlyRunOf([...scans.values()]),
    systems: artifacts.map(foundOf),
    blockers: [...blockers, ...unknown],
  };
}

/** The newest completed run and the run under way, by connection. */
async function scansOf(tenantId: string, artifacts: readonly StoredArtifact[]) {
  const ids = [...new Set(artifacts.map(({ connection_id }) => connection_id))];
  const scans = ids.map(async (connection_id) => {
    const scan = await scanOf(tenantId, { connection_id, repository_id: null, commit: null });
    return [connection_id, scan] as const;
  });
  return new Map(await Promise.all(scans));
}

/** The events of each artifact's repository, from the source host's deliveries. */
async function eventsFor(artifacts: readonly StoredArtifact[]) {
  const placeOf = ({ connection_id, repository_id }: StoredArtifact): string =>
    `${connection_id}#${repository_id}`;
  const inRepositories = new Map(
    artifacts.flatMap((one) => (one.repository_id === null ? [] : [[placeOf(one), one] as const])),
  );
  const read = [...inRepositories].map(async ([place, { connection_id, repository_id }]) => {
    return [place, await readRepositoryEvents(connection_id, repository_id ?? "")] as const;
  });
  const events = new Map(await Promise.all(read));
  return (artifact: StoredArtifact) =>
    events.get(placeOf(artifact)) ?? { pushed_at: null, removed_at: null };
}

/** The run, if one run covers everything that is asked about. */
function onlyRunOf(scans: readonly { newest: CompletedRun | null }[]): CompletedRun | null {
  const [first, ...more] = scans;
  return more.length === 0 ? (first?.newest ?? null) : null;
}
