import type { Access } from "../../shared/routes/route.ts";

/**
 * Shares of the account's concurrent executions that are set apart, so that a burst on one door
 * cannot starve the others: webhooks come as the sender likes, the public documents as anybody
 * likes, and a schedule never overlaps itself. The rest is for people.
 */
const shareOf: Partial<Record<Access, number>> = { signed: 0.2, public: 0.05 };

/** Below this quota (a new account may have 10) AWS refuses reservations; then there are none. */
const LEAST_QUOTA = 400;

/** @returns executions reserved for (and at most used by) one function; undefined: none apart */
export function reservedConcurrencyOf(
  access: Access | "job",
  accountQuota: number,
): number | undefined {
  if (accountQuota < LEAST_QUOTA) return undefined;
  if (access === "job") return 1;
  const share = shareOf[access];
  return share === undefined ? undefined : Math.floor(accountQuota * share);
}
