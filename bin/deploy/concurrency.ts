import { reservedSum } from "#infra/aws/concurrency.ts";
import { type Aws, read } from "../aws/cli.ts";

/** AWS keeps this many executions of an account unreserved. */
const NEVER_RESERVED = 100;

/** The quota that the options count with, and how much of it they ask to reserve. */
export function reservationsAsked(
  options: Readonly<Record<string, unknown>>,
  actual: number,
): { quota: number; wanted: number } {
  const quota = Number(options.lambdaConcurrency ?? actual);
  const reserveConcurrency = String(options.reserveConcurrency ?? true) !== "false";
  return { quota, wanted: reservedSum({ lambdaConcurrency: quota, reserveConcurrency }) };
}

/**
 * The account's quota of concurrent executions, if the stage's reservations fit into it.
 * @param alreadyReserved by the deployed stage itself
 * @throws Error with one sentence that says what to do
 */
export function quotaFor(
  aws: Aws,
  options: Readonly<Record<string, unknown>>,
  alreadyReserved: number,
): { quota: number; sentence: string } {
  const { AccountLimit } = read<{
    AccountLimit: { ConcurrentExecutions: number; UnreservedConcurrentExecutions: number };
  }>(aws(["lambda", "get-account-settings"]));
  const actual = AccountLimit.ConcurrentExecutions;
  const { quota, wanted } = reservationsAsked(options, actual);
  if (quota > actual) {
    throw new Error(
      `lambdaConcurrency is ${quota}, but the account's quota is ${actual}; leave it out. Nothing was deployed.`,
    );
  }
  const free = AccountLimit.UnreservedConcurrentExecutions + alreadyReserved - NEVER_RESERVED;
  if (wanted > 0 && wanted > free) {
    throw new Error(
      `The stage reserves ${wanted} concurrent executions, but of the account's ${actual} only ${Math.max(0, free)} can still be reserved. ` +
        'Raise the quota, or set "reserveConcurrency": "false". Nothing was deployed.',
    );
  }
  return {
    quota,
    sentence:
      wanted === 0
        ? `Nothing is reserved of the account's ${actual} concurrent executions; the API throttles webhooks instead.`
        : `The stage reserves ${wanted} of the account's ${actual} concurrent executions.`,
  };
}
