import { bindJob } from "#shared/edge/bind-job.ts";
import { workOnEvent } from "#shared/use-cases/discovery/work-on-due-runs.ts";

/** Works on discovery runs: on the one that an event names, or, at the tick, on all that are due. */
export const handler = bindJob("discoveryWorker", ({ payload, remainingMs }) =>
  workOnEvent(payload, remainingMs),
);
