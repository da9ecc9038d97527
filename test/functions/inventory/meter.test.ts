import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { costNanoUsd, priceOf } from "#shared/domain/extractors/prices.ts";
import { useEnvironmentOf } from "#test/support/in-process.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";

const DAY = "2026-11-30";
const call = {
  provider: "hosted_llm" as const,
  model: "claude-sonnet-5-5",
  inputBytes: 4000,
  maxOutputTokens: 320,
};
const usage = { inputTokens: 4000, outputTokens: 320 };
const COST = costNanoUsd(priceOf(call.provider, call.model, DAY), usage);

const system = suiteSystem();
beforeAll(async () => {
  useEnvironmentOf(system);
});

/** Meters of one tenant, one for each worker; the test sets the clock. */
async function metersOf(calls: number) {
  const { budgetMeter } = await import("#shared/use-cases/inventory/budget-meter.ts");
  const { readUsage } = await import("#shared/store/extractor-spend.ts");
  const tenantId = randomUUID();
  const clock = { at: Date.parse(`${DAY}T12:00:00.000Z`) };
  const budget = { monthly_usd: (calls * COST) / 1e9, warn_at: 1 };
  const meter = () =>
    budgetMeter({
      tenantId,
      budget: async () => budget,
      now: () => clock.at,
      deadlineAt: Number.POSITIVE_INFINITY,
    });
  const month = (of = "2026-11") => readUsage(tenantId, of, []);
  return { meter, clock, budget, month };
}

/** Reserves, and settles when `settled` lets it; false if refused. */
async function tryCall(
  reserve: () => Promise<{ settle(used: typeof usage): Promise<void> }>,
  settled: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  try {
    const reservation = await reserve();
    await settled();
    await reservation.settle(usage);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: "BudgetExhausted" });
    return false;
  }
}

describe("fifty calls at once", () => {
  test("at a cap for twenty, twenty are served, and the cap is never passed", async () => {
    const { meter, month } = await metersOf(20);
    const sums: number[] = [];
    const look = async () => {
      const { spent, holds } = await month();
      sums.push(holds.reduce((sum, { amount }) => sum + amount, spent));
    };
    const served = await Promise.all(
      Array.from({ length: 50 }, () => tryCall(() => meter().reserve(call), look)),
    );
    expect(served.filter(Boolean)).toHaveLength(20);
    expect(Math.max(...sums)).toBeLessThanOrEqual(20 * COST);
    expect(await month()).toMatchObject({ spent: 20 * COST, holds: [] });
  });

  test("are all served if the cap covers what they cost, though not what they might have cost", async () => {
    const { meter, month } = await metersOf(22);
    const cheap = { inputTokens: 1600, outputTokens: 128 };
    const served = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const reservation = await meter().reserve(call);
        await reservation.settle(cheap);
        return true;
      }),
    );
    expect(served).toHaveLength(50);
    expect((await month()).spent).toBe(50 * 0.4 * COST);
  });
});

test("a killed call's reservation comes back after fifteen minutes, not before", async () => {
  const { meter, clock, month } = await metersOf(1);
  await meter().reserve(call);
  expect((await month()).holds).toHaveLength(1);
  clock.at += 15 * 60_000;
  expect(await tryCall(() => meter().reserve(call))).toBe(true);
  expect(await month()).toMatchObject({ spent: COST, holds: [] });
});

test("a call that settles after its reservation was taken back is still booked", async () => {
  const { meter, clock, month } = await metersOf(2);
  const slow = await meter().reserve(call);
  clock.at += 16 * 60_000;
  const [one, other] = [await meter().reserve(call), await meter().reserve(call)];
  await slow.settle(usage);
  await one.settle(usage);
  await other.settle({ inputTokens: 0, outputTokens: 0 });
  expect(await month()).toMatchObject({ spent: 2 * COST, holds: [] });
});

test("near the cap the usual answer is reserved, and no call may answer with more", async () => {
  const { meter, budget, month } = await metersOf(10);
  const short = { inputTokens: 4000, outputTokens: 60 };
  for (let i = 0; i < 20; i += 1) {
    await (await meter().reserve({ ...call, inputBytes: 1 })).settle({ ...short, inputTokens: 0 });
  }
  const { spent } = await month();
  const usual = costNanoUsd(priceOf(call.provider, call.model, DAY), {
    inputTokens: 4000,
    outputTokens: 64,
  });
  budget.monthly_usd = (spent + usual) / 1e9;
  const reservation = await meter().reserve(call);
  expect(reservation.maxOutputTokens).toBe(64);
  await reservation.settle(short);
  expect((await month()).spent).toBeLessThanOrEqual(spent + usual);
});

test("an answer that claims more tokens than it may have counts as one of the most it may have", async () => {
  const { meter, budget } = await metersOf(10);
  budget.monthly_usd = 1_000_000;
  for (const outputTokens of [10_000, 999_999_999]) {
    await (await meter().reserve(call)).settle({ inputTokens: 1, outputTokens });
  }
  const items = await scanTable(system);
  const outputs = items.filter(({ sk }) => sk.startsWith("OUTPUT#"));
  const steps = outputs.flatMap((item) => Object.keys(item).filter((name) => /^step:/.test(name)));
  expect(steps.map((name) => Number(name.slice(5))).filter((step) => step > 10)).toEqual([]);
});

test("a reservation that no call used is free again, and counts as no call", async () => {
  const { meter, month } = await metersOf(1);
  await (await meter().reserve(call)).settle(null);
  expect(await month()).toMatchObject({ spent: 0, holds: [], models: [] });
  expect(await tryCall(() => meter().reserve(call))).toBe(true);
});

test("if a month ends in the middle of a call, the month that reserved pays", async () => {
  const { meter, clock, month } = await metersOf(1);
  const reservation = await meter().reserve(call);
  clock.at = Date.parse("2026-12-01T00:00:01.000Z");
  await reservation.settle(usage);
  expect(await month("2026-11")).toMatchObject({ spent: COST, holds: [] });
  expect(await tryCall(() => meter().reserve(call))).toBe(true);
  expect(await month("2026-12")).toMatchObject({ spent: COST, holds: [] });
});

test("without a budget nothing is held back, and everything is counted", async () => {
  const { budgetMeter } = await import("#shared/use-cases/inventory/budget-meter.ts");
  const tenantId = randomUUID();
  const free = budgetMeter({
    tenantId,
    budget: async () => null,
    now: () => Date.parse(`${DAY}T12:00:00.000Z`),
    deadlineAt: 0,
  });
  for (let i = 0; i < 3; i += 1) await (await free.reserve(call)).settle(usage);
  const { readUsage } = await import("#shared/store/extractor-spend.ts");
  const { spent, models, days } = await readUsage(tenantId, "2026-11", [DAY]);
  expect([spent, days]).toEqual([3 * COST, [{ day: DAY, nano: 3 * COST, calls: 3 }]]);
  expect(models).toEqual([
    {
      provider: "hosted_llm",
      model: call.model,
      price: "listed",
      calls: 3,
      input: 12_000,
      output: 960,
      nano: 3 * COST,
    },
  ]);
});
