import fc from "fast-check";
import { expect, test } from "vitest";
import {
  deliveryOutcomes,
  type HourCounts,
  hourOf,
  minuteCounter,
  sumOfDay,
} from "#shared/domain/connections/webhook-health.ts";

const DAY = 24 * 3600 * 1000;
const now = "2026-11-20T10:15:30.123Z";

test("the day's totals count the deliveries of the last 24 hours, to the minute", () => {
  const delivery = fc.record({
    ageMs: fc.integer({ min: 0, max: 2 * DAY }),
    outcome: fc.constantFrom(...deliveryOutcomes),
  });
  fc.assert(
    fc.property(fc.array(delivery, { maxLength: 200 }), (deliveries) => {
      const hours = new Map<string, Record<string, number>>();
      const expected = { accepted: 0, ignored: 0, duplicate: 0, rejected: 0 };
      const edge = new Date(Date.parse(now) - DAY).toISOString().slice(0, 16);
      for (const { ageMs, outcome } of deliveries) {
        const at = new Date(Date.parse(now) - ageMs).toISOString();
        const counts = hours.get(hourOf(at)) ?? {};
        for (const name of [outcome, minuteCounter(outcome, at)]) {
          counts[name] = (counts[name] ?? 0) + 1;
        }
        hours.set(hourOf(at), counts);
        if (at.slice(0, 16) > edge) expected[outcome] += 1;
      }
      const buckets: HourCounts[] = [...hours].map(([hour, counts]) => ({ hour, counts }));
      expect(sumOfDay(buckets, now)).toEqual(expected);
    }),
  );
});
