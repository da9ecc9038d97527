import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { Stage } from "./stage.ts";

/*
 * Webhooks, events and machines arrive as fast as others send them. Without a share of their own they
 * could use up every execution of the account, and people and counsel would have to wait. If the quota
 * is too small for shares, the API lets fewer webhooks in instead.
 */

/** AWS keeps this many executions of the account unreserved. */
const NEVER_RESERVED = 100;

/** This many stages fit into one account. */
const STAGES_PER_ACCOUNT = 3;

/** Below this quota (a new account may have 10) nothing is reserved. */
const LEAST_QUOTA = 400;

/**
 * Parts of a stage's share, less one execution for each job that only a schedule or an operator starts.
 */
const shares = { webhooks: 0.5, eventJobs: 0.2, machines: 0.3 };

const webhooks: readonly string[] = allRoutes
  .filter(({ access }) => access === "signed")
  .map(({ id }) => id);

/** Machines and pipelines send requests as often as their own schedules say. */
const machines: readonly string[] = allRoutes
  .filter(({ access }) => access === "machine" || access === "pipeline")
  .map(({ id }) => id);

const isCalledByEvents = ({ event, target, byOperator }: Job): boolean =>
  byOperator !== true && (event !== undefined || target !== undefined);

type Quota = Pick<Stage, "lambdaConcurrency" | "reserveConcurrency">;

/** Executions reserved for each function, which are also its limit; empty: nothing is reserved. */
export function reservations(stage: Quota): ReadonlyMap<string, number> {
  const { lambdaConcurrency: quota, reserveConcurrency } = stage;
  if (!reserveConcurrency || quota < LEAST_QUOTA) return new Map();
  // People sign in at any time, so the function that the user pool calls has no share and no limit.
  const all = (Object.values(jobs) as readonly Job[]).filter(({ target }) => target !== "sign-in");
  const byEvents = all.filter(isCalledByEvents).map(({ id }) => id);
  const scheduled = all.filter((job) => !isCalledByEvents(job)).map(({ id }) => id);
  const budget = Math.floor((quota - NEVER_RESERVED) / STAGES_PER_ACCOUNT) - scheduled.length;
  const each = (ids: readonly string[], share: number) =>
    ids.map((id): [string, number] => [id, Math.floor((budget * share) / ids.length)]);
  return new Map([
    ...scheduled.map((id): [string, number] => [id, 1]),
    ...each(webhooks, shares.webhooks),
    ...each(byEvents, shares.eventJobs),
    ...each(machines, shares.machines),
  ]);
}

export const reservedSum = (stage: Quota): number =>
  reservations(stage)
    .values()
    .reduce((sum, one) => sum + one, 0);

/** The share of the quota that webhooks may use if nothing is reserved. */
const WEBHOOKS_SHARE = 0.4;

/** The longest that a webhook takes to answer, with a cold start. */
const WEBHOOK_SECONDS = 0.5;

/**
 * Requests per second and burst for each webhook route; null if webhooks have reserved executions. In
 * any half second, at most burst + rate / 2 requests are let in, so all webhooks together stay within
 * their share of the quota.
 */
export function webhookThrottle(stage: Quota): { rate: number; burst: number } | null {
  if (reservations(stage).size > 0) return null;
  const half = (stage.lambdaConcurrency * WEBHOOKS_SHARE) / webhooks.length / 2;
  return {
    burst: Math.max(1, Math.floor(half)),
    rate: Math.max(1, Math.floor(half / WEBHOOK_SECONDS)),
  };
}
