import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepFile } from "#infra/local/sign-in/kept-file.ts";

/* Only the disk is a stand-in, so that it can be slow and fail. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;

test("on a slow disk one write runs at a time, and the last one holds the newest state", async () => {
  const state: string[] = [];
  const written: string[] = [];
  let atOnce = 0;
  let most = 0;
  const slow = async (_: string, text: string) => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    atOnce -= 1;
    written.push(text);
  };
  const kept = keepFile(
    "file",
    () => state.join(),
    () => {},
    slow,
  );
  for (let n = 0; n < 20; n += 1) {
    state.push(String(n));
    kept.changed();
    await vi.advanceTimersByTimeAsync(400);
  }
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(most).toBe(1);
  expect(written.at(-1)).toBe(state.join());
});

test("a disk that fails is reported once, and written to again until it succeeds", async () => {
  const faults: string[] = [];
  const written: string[] = [];
  let failures = 5;
  const failing = async (_: string, text: string) => {
    if (failures-- > 0) throw new Error("ENOSPC");
    written.push(text);
  };
  const kept = keepFile(
    "sign-in.json",
    () => "state",
    (error) => faults.push(error.message),
    failing,
  );
  kept.changed();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(faults).toEqual(["sign-in.json cannot be written: ENOSPC"]);
  expect(written).toEqual(["state"]);
});

test("changes are written at the end, without waiting", async () => {
  const written: string[] = [];
  const write = async (_: string, text: string) => {
    written.push(text);
  };
  const kept = keepFile(
    "file",
    () => "state",
    () => {},
    write,
  );
  kept.changed();
  await kept.flush();
  expect(written).toEqual(["state"]);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(written).toEqual(["state"]);
});
