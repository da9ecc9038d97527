import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { type Probing, refusedAgain } from "#shared/domain/connections/probing.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { moveInSchedule, type Scheduled } from "#shared/store/discovery-schedule.ts";
import { transactEach } from "#shared/store/transact.ts";

/** The most connections that one tick probes, all at once. */
const MAX_PROBED = 16;

/** One attempt: the next tick tries again. */
const patience = { ms: 5000, attempts: 1 };

interface Times {
  /** A connection counts as waiting if its place in the schedule is before this. */
  before: string;
  /** The new place of a connection whose turn did not come. */
  postponed: string;
  /** The tick, ISO 8601. */
  now: string;
}

interface Candidate {
  scheduled: Scheduled;
  connection: ConnectionRecord;
  probing: Probing;
}

/**
 * Tries to sign in at the customers' side for the connections that wait for their first full run, and
 * moves refused ones back in the schedule.
 * @returns the connections for which this tick starts no run
 */
export async function heldByProbe(
  waiting: readonly Scheduled[],
  connections: readonly (ConnectionRecord | null)[],
  times: Times,
): Promise<ReadonlySet<string>> {
  const found = waiting.flatMap((scheduled, at): Candidate[] => {
    const connection = connections[at] ?? null;
    const { probing } = scheduled;
    return probing === null || connection?.status !== "active"
      ? []
      : [{ scheduled, connection, probing }];
  });
  // The connections tried least often come first, so that each has its turn.
  const candidates = found.toSorted((a, b) => a.probing.tries - b.probing.tries);
  const held = new Set(candidates.map(({ connection }) => connection.id));
  await Promise.all(
    candidates.slice(0, MAX_PROBED).map(async (candidate) => {
      if (await passes(candidate, times)) held.delete(candidate.connection.id);
    }),
  );
  for (const { scheduled } of candidates.slice(MAX_PROBED)) {
    await transactEach([moveInSchedule(scheduled, times.postponed)]);
  }
  return held;
}

async function passes(candidate: Candidate, { before, postponed, now }: Times): Promise<boolean> {
  const { scheduled, connection, probing } = candidate;
  try {
    const { tryAuthorization } = await import("#shared/use-cases/connections/try-authorization.ts");
    const tried = await tryAuthorization(connection, {}, patience);
    if (tried.ok) return true;
    const after = refusedAgain(probing, tried.fault, now);
    const pause = Date.parse(after.refusal.next_try_at) - Date.parse(now);
    const place = new Date(Date.parse(before) + pause).toISOString();
    await transactEach([moveInSchedule(scheduled, place, after)]);
    return false;
  } catch (error) {
    const { id: connection_id, tenant_id } = connection;
    log("error", "probe_failed", { connection_id, tenant_id, ...describeError(error) });
    await transactEach([moveInSchedule(scheduled, postponed)]);
    return false;
  }
}
