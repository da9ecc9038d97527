import { bindJob } from "#shared/edge/bind-job.ts";
import { keepCoverageMonths } from "#shared/use-cases/evidence/keep-coverage-months.ts";

export const handler = bindJob("keepCoverageMonths", ({ now }) => keepCoverageMonths(now));
