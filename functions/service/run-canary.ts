import { bindJob } from "#shared/edge/bind-job.ts";
import { runCanary } from "#shared/use-cases/service/run-canary.ts";

/** Hourly: the platform requests, decides and proves a review; the log line names a failed step. */
export const handler = bindJob("runCanary", runCanary);
