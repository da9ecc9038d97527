import { expect, test } from "vitest";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import type { Decision, ReviewStatus } from "#shared/domain/reviews/statuses.ts";

const outcome = (status: ReviewStatus, verdict?: Decision) =>
  ruleOutcome(
    {
      status,
      rule_verdicts: verdict === undefined ? null : [{ use_case_id: "rule.a", verdict }],
    },
    "rule.a",
  );

test("a rule has its own verdict, or else the request's decision; under a refusal no rule is approved", () => {
  expect(outcome("pending")).toBeNull();
  expect(outcome("cancelled")).toBeNull();
  expect(outcome("approved")).toBe("approved");
  expect(outcome("approved_with_changes", "approved")).toBe("approved");
  expect(outcome("approved_with_changes", "rejected")).toBe("rejected");
  expect(outcome("changes_requested", "approved")).toBe("changes_requested");
  expect(outcome("changes_requested", "rejected")).toBe("rejected");
  expect(outcome("rejected", "approved_with_changes")).toBe("rejected");
  expect(outcome("rejected", "changes_requested")).toBe("changes_requested");
});
