import * as z from "zod/mini";
import type { RunKind, RunRecord } from "#shared/domain/discovery/run.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { getRun, readDueRuns } from "#shared/store/discovery-runs.ts";
import type { Page } from "#shared/store/page.ts";
import { type WorkOutcome, workOnRun } from "./work-on-run.ts";

/** The number of runs per outcome. */
export type WorkCounts = Record<WorkOutcome, number>;

const none = (): WorkCounts => ({ taken: 0, completed: 0, failed: 0, again: 0 });

/** Runs processed concurrently: a push is a single write, but a full run may fill an invocation. */
const atOnce: Readonly<Record<RunKind, number>> = {
  partial: 8,
  full: 4,
  examination: 4,
};

/** A tick starts nothing new when it has less time than this left. */
const RESERVE_MS = 120_000;

/** The event that announces a queued run; a tick's type and detail are not examined. */
const announcement = z.object({
  "detail-type": z.literal("DiscoveryJobQueued"),
  detail: z.object({ run_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
});

/** Works on the run that an event announces; any other event counts as the tick. */
export function discoveryWorker(event: unknown, remainingMs: () => number): Promise<WorkCounts> {
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
 * The tick: works on the runs that deliveries queued, asks the source host to redeliver failed
 * deliveries, starts the full runs that are due, and works on full runs. Neither a slow host nor a
 * night in which all connections are due delays pushes. A stage that fails does not stop the others;
 * the tick itself then fails at the end, so that its alarm fires.
 */
async function tick(remainingMs: () => number): Promise<WorkCounts> {
  const counts = none();
  const at = now();
  const faults: unknown[] = [];
  const stages = [
    () => workOnDue("partial", at, counts, remainingMs),
    async () => {
      // Only the tick needs it: an announced run starts without it.
      const { redeliverFailed } = await import("#shared/use-cases/sourcehost/redeliver-failed.ts");
      const repeated = await redeliverFailed(remainingMs);
      if (repeated > 0) await workOnDue("partial", now(), counts, remainingMs);
    },
    async () => {
      const { startDueRuns } = await import("./start-due-runs.ts");
      await startDueRuns(at);
    },
    () => workOnDue("examination", at, counts, remainingMs),
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

/** Works on every due run of a kind; one that fails stops no other, and the first fault ends the stage. */
async function workOnDue(
  kind: RunKind,
  at: string,
  counts: WorkCounts,
  remainingMs: () => number,
): Promise<void> {
  const faults: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<RunRecord> = await readDueRuns(kind, at, cursor);
    await eachBounded(page.items, atOnce[kind], async (run) => {
      if (remainingMs() < RESERVE_MS) return;
      try {
        counts[await workOnRun(run, remainingMs)] += 1;
      } catch (fault) {
        faults.push(fault);
      }
    });
    cursor = remainingMs() < RESERVE_MS ? null : page.next_cursor;
  } while (cursor !== null);
  if (faults.length > 0) throw faults[0];
}
