import { expect, test } from "vitest";
import { afterFailure, gate, noCooldown } from "#shared/domain/extractors/cooldown.ts";

const NOW = 1_000_000;
const timeout = { code: "timeout", retryAfterMs: null, cutShort: false } as const;
const limited = (retryAfterMs: number | null) =>
  ({ code: "rate_limited", retryAfterMs, cutShort: false }) as const;

test("three failures in a row close an entry for 60 seconds, two do not", () => {
  const two = afterFailure(afterFailure(noCooldown, timeout, NOW), timeout, NOW);
  expect(gate(two, NOW)).toBe("closed");
  const three = afterFailure(two, timeout, NOW);
  expect(three).toEqual({ failures: 3, openUntil: NOW + 60_000 });
  expect([gate(three, NOW + 59_999), gate(three, NOW + 60_000)]).toEqual(["open", "half_open"]);
});

test("a rate limit counts at once: for as long as asked, 30 seconds by default, 10 minutes at most", () => {
  const until = (asked: number | null) => afterFailure(noCooldown, limited(asked), NOW).openUntil;
  expect([until(null), until(5000), until(0), until(3_600_000)]).toEqual([
    NOW + 30_000,
    NOW + 5000,
    NOW + 1000,
    NOW + 600_000,
  ]);
});

test("a call cut short by our own deadline says nothing about the entry", () => {
  expect(afterFailure(noCooldown, { ...timeout, cutShort: true }, NOW)).toBe(noCooldown);
});
