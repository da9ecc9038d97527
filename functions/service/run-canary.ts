import { bindJob } from "#shared/edge/bind-job.ts";
import { runCanary } from "#shared/use-cases/service/run-canary.ts";

/** Hourly: a review made, decided and proven by the platform itself; the log line names what fails. */
export const handler = bindJob("runCanary", runCanary);
