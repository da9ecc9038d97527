import { expect, test } from "vitest";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { createThrottle } from "#shared/platform/cache/throttle.ts";

test("a value is returned until it is too old, and never when the clock has moved back before it", () => {
  const cache = createAgedCache<string>({ maxAgeMs: 30_000, mostKept: 10 });
  cache.set("a", "value", 1000);
  expect(cache.get("a", 1000)).toBe("value");
  expect(cache.get("a", 30_999)).toBe("value");
  expect(cache.get("a", 31_000)).toBeUndefined();
  expect(cache.get("a", 999)).toBeUndefined();
});

test("a full cache accepts a new key without growing, and keeps the keys that are set again", () => {
  const cache = createAgedCache<number>({ maxAgeMs: 1000, mostKept: 2 });
  cache.set("a", 1, 0);
  cache.set("b", 2, 0);
  cache.set("a", 3, 0);
  expect([cache.get("a", 0), cache.get("b", 0)]).toEqual([3, 2]);
  cache.set("c", 4, 0);
  expect([cache.get("a", 0), cache.get("b", 0), cache.get("c", 0)]).toEqual([
    undefined,
    undefined,
    4,
  ]);
});

test("a throttle allows one call per interval, whichever way the clock moves", () => {
  const may = createThrottle(1000);
  expect([may(5000), may(5999), may(4001), may(6000), may(6500), may(1000)]).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});
