import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Budget,
  monthOf,
  nanoUsd,
  stepOf,
  usualOutput,
} from "#shared/domain/extractors/budget.ts";
import {
  BudgetExhausted,
  type Meter,
  type MeteredCall,
  type Reservation,
} from "#shared/domain/extractors/meter.ts";
import { costNanoUsd, type PriceOfCall, priceOf } from "#shared/domain/extractors/prices.ts";
import {
  countCall,
  dropHold,
  type Hold,
  putHold,
  readOutputs,
  readSpend,
  type Spend,
  settleHold,
} from "#shared/store/extractor-spend.ts";
import { warnOfBudget } from "#shared/use-cases/extractors/warn-of-budget.ts";

/** A function that reserved and is still running would have settled long before. */
const HOLD_MS = 15 * 60_000;
/** How long to wait before asking again whether others' reservations have left room. */
const PAUSES_MS = [20, 40, 80, 160, 320, 640];

interface MeterOptions {
  tenantId: string;
  /** null: nothing is held back, but everything is counted. */
  budget: () => Promise<Budget | null>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Nothing is waited for after this, milliseconds since the epoch. */
  deadlineAt: number;
}

/**
 * A tenant's meter. Before a call one conditional write reserves what it may cost at most, so that
 * workers side by side never overshoot the cap together; after it, what the provider reports is
 * spent and the rest is free again. Where the most does not fit any more, the usual is reserved and
 * the answer is limited to it. While others hold what might fit, it waits for them to settle: a call
 * is refused only when there is no room left.
 */
export const budgetMeter = (options: MeterOptions): Meter => ({
  reserve: async (call) => {
    const budget = await options.budget();
    const at = new Date(options.now()).toISOString();
    const price = priceOf(call.provider, call.model, at);
    const isFree = price.kind === "free";
    const held =
      budget === null || isFree
        ? { hold: null, maxOutputTokens: call.maxOutputTokens }
        : await holdFor(options, call, budget);
    return reservation(options, {
      call,
      price,
      budget,
      month: held.hold?.month ?? monthOf(at),
      ...held,
    });
  },
});

interface Held {
  hold: Hold | null;
  maxOutputTokens: number;
}

/** @throws BudgetExhausted */
async function holdFor(options: MeterOptions, call: MeteredCall, budget: Budget): Promise<Held> {
  const cap = nanoUsd(budget.monthly_usd);
  for (let tries = 0; ; tries += 1) {
    const tried = await tryHold(options, call, cap);
    if (!("refused" in tried)) return tried;
    const { refused, month, least } = tried;
    const now = options.now();
    const dead = refused.holds.filter(({ until }) => until <= now);
    for (const { id, amount } of dead) await dropHold(options.tenantId, { id, month, amount });
    const mayFitLater = refused.holds.length > 0 && refused.spent + least <= cap;
    if (!mayFitLater || now >= options.deadlineAt) {
      // Who spent first and then lowered the budget has no further call that could warn.
      const at = new Date(now).toISOString();
      await warnOfBudget(options.tenantId, { budget, month, spend: refused, now: at });
      throw new BudgetExhausted();
    }
    if (dead.length === 0) await wait(Math.random() * (PAUSES_MS[tries] ?? 1000));
  }
}

/** Tries the most that a call may cost, then what its model's answers usually do. */
async function tryHold(
  { tenantId, now }: MeterOptions,
  call: MeteredCall,
  cap: number,
): Promise<Held | { refused: Spend; month: string; least: number }> {
  const at = new Date(now()).toISOString();
  const price = priceOf(call.provider, call.model, at);
  const month = monthOf(at);
  const costOf = (outputTokens: number) =>
    costNanoUsd(price, { inputTokens: call.inputBytes, outputTokens });
  const hold = (outputTokens: number): Hold => ({
    id: randomUUID(),
    month,
    amount: costOf(outputTokens),
    until: now() + HOLD_MS,
  });
  const whole = hold(call.maxOutputTokens);
  const refused = await putHold(tenantId, whole, cap);
  if (refused === null) return { hold: whole, maxOutputTokens: call.maxOutputTokens };
  const usual = usualOutput(await readOutputs(tenantId, call)) ?? call.maxOutputTokens;
  if (usual >= call.maxOutputTokens) return { refused, month, least: whole.amount };
  const smaller = hold(usual);
  const refusedToo = await putHold(tenantId, smaller, cap);
  if (refusedToo === null) return { hold: smaller, maxOutputTokens: usual };
  return { refused: refusedToo, month, least: smaller.amount };
}

interface Reserved extends Held {
  call: MeteredCall;
  price: PriceOfCall;
  budget: Budget | null;
  month: string;
}

const reservation = (options: MeterOptions, reserved: Reserved): Reservation => ({
  maxOutputTokens: reserved.maxOutputTokens,
  settle: async (usage) => {
    const { tenantId, now } = options;
    const { call, price, budget, month, hold } = reserved;
    const settlement = {
      provider: call.provider,
      model: call.model,
      price: price.kind,
      ...usage,
      nano: costNanoUsd(price, usage),
    };
    await settleHold(tenantId, month, hold, settlement);
    const at = now();
    const iso = new Date(at).toISOString();
    await countCall(tenantId, iso.slice(0, 10), settlement, stepOf(usage.outputTokens), at);
    if (budget === null) return;
    const spend = await readSpend(tenantId, month);
    await warnOfBudget(tenantId, { budget, month, spend, now: iso });
  },
});
