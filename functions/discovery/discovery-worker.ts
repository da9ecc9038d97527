import type { Context, EventBridgeEvent } from "aws-lambda";
import * as z from "zod/mini";
import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { now } from "#shared/platform/clock.ts";
import { duePartitions, getRun, runOf } from "#shared/store/discovery-runs.ts";
import { readPage } from "#shared/store/page.ts";
import { type WorkOutcome, workOnRun } from "#shared/use-cases/discovery/work-on-run.ts";

const queuedDetail = z.object({ run_id: z.string().check(z.minLength(1), z.maxLength(64)) });

const AT_ONCE = 8;
const PAGE = 200;
/** A tick takes on nothing new when less than this is left of its own time. */
const RESERVE_MS = 120_000;

/**
 * Works on discovery runs: on the one that an event names, or, at the tick, on all that are due.
 * @returns how many runs ended how
 */
export const handler = async (
  event: EventBridgeEvent<string, unknown>,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<Record<WorkOutcome, number>> => {
  const counts = { taken: 0, completed: 0, failed: 0, again: 0 };
  const work = async (run: RunRecord) => {
    counts[await workOnRun(run, () => context.getRemainingTimeInMillis())] += 1;
  };
  if (event["detail-type"] === "DiscoveryJobQueued") {
    const run = await getRun(queuedDetail.parse(event.detail).run_id);
    if (run !== null) await work(run);
    return counts;
  }
  const tick = now();
  let cursor: string | null = null;
  do {
    const page = await dueRuns(tick, cursor);
    for (let i = 0; i < page.runs.length; i += AT_ONCE) {
      if (context.getRemainingTimeInMillis() < RESERVE_MS) return counts;
      await Promise.all(page.runs.slice(i, i + AT_ONCE).map(work));
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return counts;
};

/** The runs that were due at the tick, the longest waiting first. */
async function dueRuns(tick: string, cursor: string | null) {
  const { items, nextCursor } = await readPage(
    { scope: "due", index: "gsi2", partitions: duePartitions, below: `${tick}$` },
    { limit: PAGE, cursor: cursor ?? undefined },
  );
  return { runs: items.map(runOf), nextCursor };
}
