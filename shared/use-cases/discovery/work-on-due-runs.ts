import * as z from "zod/mini";
import type { RunKind, RunRecord } from "#shared/domain/discovery/run.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { getRun, readDueRuns } from "#shared/store/discovery-runs.ts";
import type { Page } from "#shared/store/page.ts";
import { keepOlderConnections } from "#shared/use-cases/connections/keep-older-connections.ts";
import { redeliverFailed } from "#shared/use-cases/sourcehost/redeliver-failed.ts";
import { startDueRuns } from "./start-due-runs.ts";
import { type WorkOutcome, workOnRun } from "./work-on-run.ts";

/** How many runs ended how. */
export type WorkCounts = Record<WorkOutcome, number>;

const none = (): WorkCounts => ({ taken: 0, completed: 0, failed: 0, again: 0 });

/** Side by side: a push is one write, a full run may fill an invocation. */
const atOnce: Readonly<Record<RunKind, number>> = { partial: 8, full: 4 };

/** A tick takes on nothing new when less than this is left of its own time. */
const RESERVE_MS = 120_000;

/** What announces a queued run; a tick has neither type nor detail that is looked at. */
const announcement = z.object({
  "detail-type": z.literal("DiscoveryJobQueued"),
  detail: z.object({ run_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
});

/** Works on the run that an event announces; any other event is the tick. */
export function workOnEvent(event: unknown, remainingMs: () => number): Promise<WorkCounts> {
  return isAnnouncement(event)
    ? workOnAnnounced(announcement.parse(event).detail.run_id, remainingMs)
    : tick(remainingMs);
}

const isAnnouncement = (event: unknown): boolean =>
  (event as Readonly<Record<string, unknown>> | null)?.["detail-type"] === "DiscoveryJobQueued";

/** Works on the one run that an event names, if it is due. */
async function workOnAnnounced(runId: string, remainingMs: () => number): Promise<WorkCounts> {
  const counts = none();
  const run = await getRun(runId);
  if (run !== null) counts[await workOnRun(run, remainingMs)] += 1;
  return counts;
}

/**
 * The tick: works on what deliveries queued, asks the source host to repeat failed deliveries, starts
 * the full runs that are due, and works on full runs. Neither a slow host nor a night in which all
 * connections are due delays pushes. A stage that fails does not stop the others; the tick fails after
 * them, so that its alarm rings.
 */
async function tick(remainingMs: () => number): Promise<WorkCounts> {
  const counts = none();
  const at = now();
  const faults: unknown[] = [];
  const stages = [
    () => workOnDue("partial", at, counts, remainingMs),
    async () => {
      const repeated = await redeliverFailed(at, remainingMs);
      if (repeated > 0) await workOnDue("partial", now(), counts, remainingMs);
    },
    () => keepOlderConnections(at, remainingMs),
    () => startDueRuns(at),
    () => workOnDue("full", at, counts, remainingMs),
  ];
  for (const stage of stages) {
    try {
      await stage();
    } catch (fault) {
      log("error", "tick_stage_failed", describeError(fault));
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
  return counts;
}

async function workOnDue(
  kind: RunKind,
  at: string,
  counts: WorkCounts,
  remainingMs: () => number,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Page<RunRecord> = await readDueRuns(kind, at, cursor);
    for (let i = 0; i < page.items.length; i += atOnce[kind]) {
      if (remainingMs() < RESERVE_MS) return;
      const group = page.items.slice(i, i + atOnce[kind]);
      const outcomes = await Promise.all(group.map((run) => workOnRun(run, remainingMs)));
      for (const outcome of outcomes) counts[outcome] += 1;
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}
