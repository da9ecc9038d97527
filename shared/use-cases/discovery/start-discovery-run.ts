import type { Actor } from "#shared/domain/audit/row.ts";
import { isLost } from "#shared/domain/clearance/judge-scan.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { getKnownRepository } from "#shared/store/artifacts.ts";
import { MAX_OPEN_RUNS } from "#shared/store/open-runs.ts";
import { readRepositoryEvents } from "#shared/store/repository-events.ts";
import { type Examined, startRun } from "./start-run.ts";

/** The worker should have finished some of the runs by the next tick. */
const RETRY_AFTER_SECONDS = 120;

/** The subject to read: the whole connection (null), or one of its repositories at a commit. */
export type Wanted = { repository_id: string; commit: string } | null;

/** The subject that a request's body names; it contains both fields, or neither. */
export const wantedIn = (
  body: { repository_id?: string | undefined; commit?: string | undefined } | undefined,
): Wanted => {
  const { repository_id, commit } = body ?? {};
  return repository_id === undefined || commit === undefined ? null : { repository_id, commit };
};

/**
 * Requests a full run (second seed, "Run discovery action"), or the examination of a commit
 * (clearance.md, section 5). Returns the open run if one reads the same subject already.
 * @throws DomainError `not_found` (deleted in the meantime), `unknown_repository`, `rate_limited` (too
 * many open runs)
 */
export async function startDiscoveryRun(
  connection: ConnectionRecord,
  wanted: Wanted,
  requestedBy: Actor,
  now: string,
): Promise<{ isNew: boolean; run: RunRecord }> {
  const started = await startRun({
    connection,
    trigger: "manual",
    requestedBy,
    scheduled: null,
    examined: wanted === null ? null : await examinedOf(connection, wanted),
    now,
  });
  switch (started.outcome) {
    case "started":
      await announceRun(started.run.id);
      return { isNew: true, run: started.run };
    case "already_open":
      return { isNew: false, run: started.run };
    case "too_many":
      throw new DomainError(
        "rate_limited",
        `The tenant has ${MAX_OPEN_RUNS} ${wanted === null ? "full runs" : "examinations"} in progress; start this one when some have finished.`,
        { retryAfter: RETRY_AFTER_SECONDS },
      );
    default:
      throw noSuch("connection");
  }
}

/** Accepts only a repository in the connection's own listing: the host would show others, too. */
async function examinedOf(
  { id, tenant_id, status }: ConnectionRecord,
  { repository_id, commit }: NonNullable<Wanted>,
): Promise<Examined> {
  const [repository, { removed_at }] = await Promise.all([
    getKnownRepository(id, repository_id),
    readRepositoryEvents(id, repository_id),
  ]);
  const isKnown =
    repository !== null &&
    repository.tenant_id === tenant_id &&
    repository.retired_at === null &&
    !isLost(repository, removed_at);
  if (!isKnown || status !== "active") {
    throw new DomainError(
      "unknown_repository",
      "No run has found a repository with this id, or it can no longer be read. Start a full run first.",
      { errors: [{ path: "repository_id", message: "the connection has no such repository" }] },
    );
  }
  const { name, location } = repository;
  return { repository_id, commit: commit.toLowerCase(), input: { full_name: name, url: location } };
}
