import { bindJob } from "#shared/edge/bind-job.ts";
import { workOnEvent } from "#shared/use-cases/discovery/work-on-due-runs.ts";

/** Processes discovery runs: the one that an event names or, when scheduled, all that are due. */
export const handler = bindJob("discoveryWorker", ({ payload, remainingMs }) =>
  workOnEvent(payload, remainingMs),
);
