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

/** A function that reserved money and is still running would have settled long before. */
const HOLD_MS = 15 * 60_000;
/** The pauses before the meter checks again whether others' reservations have left room. */
const PAUSES_MS = [20, 40, 80, 160, 320, 640];

interface MeterOptions {
  tenantId: string;
  /** null: reserves nothing, but counts everything. */
  budget: () => Promise<Budget | null>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The meter stops waiting at this time, in milliseconds since the epoch. */
  deadlineAt: number;
}

/**
 * A tenant's meter. Before a call, one conditional write reserves the most that the call may cost, so
 * parallel workers never exceed the cap together. Afterwards the cost that the provider reports is
 * spent and the rest is free again. If the most no longer fits, the meter reserves the usual cost and
 * limits the answer to it. While others' reservations leave too little room, it waits for them to
 * settle, and it refuses a call only when no room is left.
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
      // A tenant that spent first and then lowered its budget makes no further call that could warn it.
      const at = new Date(now).toISOString();
      await warnOfBudget(options.tenantId, { budget, month, spend: refused, now: at });
      throw new BudgetExhausted();
    }
    if (dead.length === 0) await wait(Math.random() * (PAUSES_MS[tries] ?? 1000));
  }
}

/** Tries to reserve the most that a call may cost, then the usual cost of its model's answers. */
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
    if (usage === null) {
      if (hold !== null) await dropHold(tenantId, hold);
      return;
    }
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
    // A provider may report any number, and each step takes up room in the item.
    const step = stepOf(Math.min(usage.outputTokens, call.maxOutputTokens));
    await countCall(tenantId, iso.slice(0, 10), settlement, step, at);
    if (budget === null) return;
    const spend = await readSpend(tenantId, month);
    await warnOfBudget(tenantId, { budget, month, spend, now: iso });
  },
});
