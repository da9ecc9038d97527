import { expect, test } from "vitest";
import { inDays } from "#shared/domain/frameworks/days.ts";

test("days to a day of the law are counted between calendar days in UTC, whatever the hour", () => {
  expect(inDays("2026-11-24", "2027-01-01")).toBe("in 38 days");
  expect(inDays("2026-12-31", "2027-01-01")).toBe("in 1 day");
  expect(inDays("2027-01-01", "2027-01-01")).toBe("today");
  // Summer time begins and ends in between.
  expect(inDays("2026-03-28", "2026-10-26")).toBe("in 212 days");
});
