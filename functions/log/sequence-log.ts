import { bindJob } from "#shared/edge/bind-job.ts";
import { sequenceLog } from "#shared/use-cases/log/sequence-log.ts";

/** What a run takes at most; the schedule calls again within the minute. */
const BUDGET_MS = 45_000;

/** Every minute: the rows that wait get their leaves, and the log is signed. */
export const handler = bindJob("sequenceLog", ({ nowMs }) => sequenceLog(nowMs, BUDGET_MS));
