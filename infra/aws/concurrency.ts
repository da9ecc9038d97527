import type { Job } from "#shared/routes/contract/jobs.ts";
import type { Access, Route } from "#shared/routes/contract/route.ts";

/**
 * Shares of the account's concurrent executions that are reserved per kind of access, so that a
 * burst of one kind cannot starve the others: senders decide how fast webhooks arrive, and anybody
 * may request the public documents. The rest is for people.
 */
const shareOfAccess: Partial<Record<Access, number>> = { signed: 0.15, public: 0.02 };

/** For jobs triggered by events; a job that only a schedule triggers never overlaps itself. */
const SHARE_OF_EVENT_JOBS = 0.05;

/** Below this quota (a new account may have 10) AWS rejects reservations; nothing is reserved. */
const LEAST_QUOTA = 400;

/** @returns executions reserved for (and the limit of) one function; undefined: nothing reserved */
export function reservedConcurrencyOf(
  { route, job }: { route: Route | undefined; job: Job | undefined },
  accountQuota: number,
): number | undefined {
  if (accountQuota < LEAST_QUOTA) return undefined;
  if (job !== undefined) {
    const isCalledByEvents = job.event !== undefined || job.target !== undefined;
    return isCalledByEvents ? Math.floor(accountQuota * SHARE_OF_EVENT_JOBS) : 1;
  }
  const share = route && shareOfAccess[route.access];
  return share === undefined ? undefined : Math.floor(accountQuota * share);
}
