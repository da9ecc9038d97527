import { bindJob } from "#shared/edge/bind-job.ts";
import { sequenceLog } from "#shared/use-cases/log/sequence-log.ts";

/** Time limit of a run; the schedule starts the next one within a minute. */
const BUDGET_MS = 45_000;

/** Runs every minute: gives waiting rows their leaves and signs the log. */
export const handler = bindJob("sequenceLog", ({ nowMs }) =>
  sequenceLog({ clock: nowMs, budgetMs: BUDGET_MS, chance: Math.random }),
);
