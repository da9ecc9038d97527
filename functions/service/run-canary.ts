import { bindJob } from "#shared/edge/bind-job.ts";
import { runCanary } from "#shared/use-cases/service/run-canary.ts";

/** Every hour, the platform requests, decides and proves a review. The log names a failed step. */
export const handler = bindJob("runCanary", runCanary);
