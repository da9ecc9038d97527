import type { Actor } from "#shared/domain/audit/row.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { MOST_OPEN_FULL_RUNS } from "#shared/store/open-runs.ts";
import { startFullRun } from "./start-full-run.ts";

/** By the next tick the worker should have finished some of them. */
const RETRY_AFTER_SECONDS = 120;

/**
 * Requests a full run (second seed, "Run discovery action"); returns the open one if the connection
 * has one.
 * @throws DomainError `not_found` (deleted in the meantime), `rate_limited` (too many open runs)
 */
export async function startDiscoveryRun(
  connection: ConnectionRecord,
  requestedBy: Actor,
  now: string,
): Promise<{ isNew: boolean; run: RunRecord }> {
  const started = await startFullRun({
    connection,
    trigger: "manual",
    requestedBy,
    scheduled: null,
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
        `The tenant has ${MOST_OPEN_FULL_RUNS} full runs in progress; start this one when some have finished.`,
        { retryAfter: RETRY_AFTER_SECONDS },
      );
    default:
      throw noSuch("connection");
  }
}
