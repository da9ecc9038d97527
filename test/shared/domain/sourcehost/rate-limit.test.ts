import { expect, test } from "vitest";
import { rateLimitMs } from "#shared/domain/sourcehost/rate-limit.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const inSeconds = (seconds: number) => String(NOW / 1000 + seconds);
const HOUR_MS = 3_600_000;

interface Answered {
  status?: number;
  retryAfter?: string;
  remaining?: string;
  reset?: string;
  text?: string;
}

const waitFor = ({ status = 403, retryAfter, remaining, reset, text = "" }: Answered) =>
  rateLimitMs(
    {
      reached: true,
      status,
      text,
      retryAfter: retryAfter ?? null,
      rateLimit: { remaining: remaining ?? null, reset: reset ?? null },
    },
    NOW,
  );

/** The host's "Rate limits for the REST API", and what a broken or hostile host could answer. */
test.each<[what: string, answer: Answered, ms: number | null]>([
  ["a secondary limit, in seconds", { retryAfter: "17" }, 17_000],
  ["a secondary limit, as a date", { retryAfter: "Sat, 21 Nov 2026 12:00:30 GMT" }, 30_000],
  ["a date that is over", { retryAfter: "Sat, 21 Nov 2026 11:00:00 GMT" }, 1000],
  [
    "a secondary limit beside the primary one",
    { retryAfter: "5", remaining: "0", reset: inSeconds(900) },
    5000,
  ],
  [
    "a secondary limit in words alone",
    { text: "You have exceeded a secondary rate limit." },
    60_000,
  ],
  ["a 429 that says nothing", { status: 429 }, 60_000],
  ["the primary limit", { remaining: "0", reset: inSeconds(900) }, 900_000],
  ["the primary limit by 429", { status: 429, remaining: "0", reset: inSeconds(900) }, 900_000],
  ["the primary limit, reset by now", { remaining: "0", reset: inSeconds(-5) }, 1000],
  ["the primary limit without an instant", { remaining: "0" }, 60_000],
  ["an instant that is empty", { remaining: "0", reset: "" }, 60_000],
  ["an instant that is none", { remaining: "0", reset: "tomorrow" }, 60_000],
  ["an instant beyond all reason", { remaining: "0", reset: "99999999999999999999" }, 2 * HOUR_MS],
  ["a wait beyond all reason", { retryAfter: "999999999" }, 2 * HOUR_MS],
  [
    "a 403 that is no limit",
    { remaining: "4000", text: "Resource not accessible by integration" },
    null,
  ],
  ["another status", { status: 404, retryAfter: "17", remaining: "0" }, null],
])("%s", (_, answer, ms) => {
  expect(waitFor(answer)).toBe(ms);
});

test("no answer at all is no limit", () => {
  expect(rateLimitMs({ reached: false, code: "timeout" }, NOW)).toBeNull();
});
