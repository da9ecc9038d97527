import type { Context, EventBridgeEvent } from "aws-lambda";
import * as z from "zod/mini";
import {
  tick,
  type WorkCounts,
  workOnAnnounced,
} from "#shared/use-cases/discovery/work-on-due-runs.ts";

const queuedDetail = z.object({ run_id: z.string().check(z.minLength(1), z.maxLength(64)) });

/**
 * Works on discovery runs: on the one that an event names, or, at the tick, on all that are due.
 * @returns how many runs ended how
 */
export const handler = async (
  event: EventBridgeEvent<string, unknown>,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<WorkCounts> => {
  const remainingMs = () => context.getRemainingTimeInMillis();
  return event["detail-type"] === "DiscoveryJobQueued"
    ? workOnAnnounced(queuedDetail.parse(event.detail).run_id, remainingMs)
    : tick(remainingMs);
};
