import { afterEach, expect, test, vi } from "vitest";
import type { LocalClock } from "#infra/local/clock.ts";
import { startSchedules } from "#infra/local/schedules.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** The runs that the clock has started after three hours, counted by function. */
async function startedIn3Hours(settings: Record<string, string>, areSchedulesByHand = false) {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 9, 30) });
  const started: string[] = [];
  const invoke = async (id: string) => {
    started.push(id);
  };
  const clock = { now: () => Date.now() } as LocalClock;
  const runtime = { invoke, renew: async () => {}, close: async () => {} };
  const schedules = startSchedules(runtime, clock, { settings, areSchedulesByHand }, (error) => {
    throw error;
  });
  await vi.advanceTimersByTimeAsync(3 * 3600 * 1000);
  schedules.close();
  return { schedules, times: (id: string) => started.filter((one) => one === id).length };
}

test("a schedule behind an option runs only when the option is on, the others always", async () => {
  const { times } = await startedIn3Hours({ CANARY_ENABLED: "true" });
  expect([times("runCanary"), times("sequenceLog")]).toEqual([3, 180]);
});

test("the canary is off in the local run unless turned on, but can always be run by hand", async () => {
  const { schedules, times } = await startedIn3Hours({});
  expect([times("runCanary"), times("sequenceLog")]).toEqual([0, 180]);
  expect(schedules.names).toContain("canary");
  await schedules.run("canary");
  expect(times("runCanary")).toBe(1);
});

test("a jump of the clock runs each schedule that it passes once, and then answers", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 9, 30) });
  const ended: string[] = [];
  const invoke = async (id: string) => {
    await Promise.resolve();
    if (id === "discoveryWorker") throw new Error("the tick failed");
    ended.push(id);
  };
  const clock = { moved: 0, now: () => Date.now() + clock.moved };
  const faults: string[] = [];
  const schedules = startSchedules(
    { invoke, renew: async () => {}, close: async () => {} },
    clock as unknown as LocalClock,
    { settings: {} },
    (error) => faults.push((error as Error).message),
  );
  const jump = async (ms: number) => {
    const before = clock.now();
    clock.moved += ms;
    await schedules.moved(before);
    return ended.splice(0);
  };
  expect(await jump(1000)).toEqual([]);
  expect(await jump(60_000)).toEqual(["runCourier", "sequenceLog"]);
  expect(await jump(40 * 86_400_000)).toEqual([
    "expireReviews",
    "runCourier",
    "announceLaws",
    "keepCoverageMonths",
    "checkAuditFeed",
    "sequenceLog",
  ]);
  expect(faults).toEqual(["the tick failed"]);
  schedules.close();
});

test("when schedules run by hand, the passing of time starts nothing", async () => {
  const { schedules, times } = await startedIn3Hours({ CANARY_ENABLED: "true" }, true);
  expect([times("runCanary"), times("sequenceLog")]).toEqual([0, 0]);
  await schedules.run("sequence-log");
  expect(times("sequenceLog")).toBe(1);
});
