import { describe, expect, test } from "vitest";
import { inForceAt } from "#shared/domain/frameworks/in-force.ts";

describe("a rule's law", () => {
  test.each([
    [{}, "0001-01-01T00:00:00.000Z", "in_force"],
    [{}, "9999-12-31T23:59:59.999Z", "in_force"],
    [{ applies_from: "2026-12-02" }, "2026-12-01T23:59:59.999Z", "not_yet"],
    [{ applies_from: "2026-12-02" }, "2026-12-02T00:00:00.000Z", "in_force"],
    [{ applies_until: "2026-12-31" }, "2026-12-31T23:59:59.999Z", "in_force"],
    [{ applies_until: "2026-12-31" }, "2027-01-01T00:00:00.000Z", "ended"],
    [
      { applies_from: "2026-12-02", applies_until: "2026-12-02" },
      "2026-12-02T12:00:00.000Z",
      "in_force",
    ],
  ] as const)("with %j is at %s %s", (rule, at, state) => {
    expect(inForceAt(rule, at)).toBe(state);
  });
});
