import * as z from "zod/mini";

/** What a tenant's extractor calls may cost in a calendar month (UTC), in USD. */
export interface Budget {
  monthly_usd: number;
  /** The part of the budget, from 0 to 1, at which the tenant is warned, once a month. */
  warn_at: number;
}

/** `forbidden`: no call is made, not even by the platform's default; the chain stays stored. */
export const extractorModes = ["allowed", "forbidden"] as const;
export type ExtractorMode = (typeof extractorModes)[number];

const DEFAULT_WARN_AT = 0.8;
/** More than any tenant spends, and far below where whole nano-USD would be rounded. */
const MAX_USD = 1_000_000;

export const budgetSchema = () =>
  z.strictObject({
    monthly_usd: z.number().check(z.gte(0), z.lte(MAX_USD)),
    warn_at: z._default(z.number().check(z.gte(0), z.lte(1)), DEFAULT_WARN_AT),
  });

/**
 * The budget in force for a tenant: its own, else the platform's, else none.
 * @param own null: the tenant has set none
 * @param setting EXTRACTOR_MONTHLY_USD
 */
export function budgetInForce(own: Budget | null, setting: string | undefined): Budget | null {
  if (own !== null) return own;
  const usd = setting === undefined ? Number.NaN : Number(setting);
  return Number.isFinite(usd) && usd >= 0
    ? { monthly_usd: Math.min(usd, MAX_USD), warn_at: DEFAULT_WARN_AT }
    : null;
}

/** Whether a month's spending, in nano-USD, has reached the part at which the tenant is warned. */
export const isNearlySpent = ({ monthly_usd, warn_at }: Budget, spent: number): boolean =>
  spent > 0 && spent >= warn_at * nanoUsd(monthly_usd);

/** `YYYY-MM` of an instant, in UTC. */
export const monthOf = (at: string): string => at.slice(0, 7);

export const nanoUsd = (usd: number): number => Math.round(usd * 1e9);

/** Output tokens are counted in steps of this size; a step's upper end stands for all in it. */
const STEP = 32;

/** The step that an answer's output tokens fall into. */
export const stepOf = (outputTokens: number): number => Math.ceil(outputTokens / STEP);

/**
 * The 95th percentile of observed output tokens, rounded up to the end of its step.
 * @param counts answers by step
 * @returns null before the first observation
 */
export function usualOutput(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].sort(([a], [b]) => a - b);
  const all = steps.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  for (const [step, count] of steps) {
    seen += count;
    if (seen >= 0.95 * all) return step * STEP;
  }
  return null;
}
