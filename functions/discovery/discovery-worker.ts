import { bindJob } from "#shared/edge/bind-job.ts";
import { discoveryWorker } from "#shared/use-cases/discovery/discovery-worker.ts";

/** Processes discovery runs: the one that an event names or, when scheduled, all that are due. */
export const handler = bindJob("discoveryWorker", ({ payload, remainingMs }) =>
  discoveryWorker(payload, remainingMs),
);
