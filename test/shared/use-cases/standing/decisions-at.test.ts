import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type RuleDecision, standingOf } from "#shared/domain/standing/standing.ts";
import type { PastDecision } from "#shared/store/decision-items.ts";
import type { PastDecisions } from "#shared/store/decisions.ts";
import { decisionsAt } from "#shared/use-cases/standing/decisions-at.ts";
import { history, instant, inTwoOrders, keptOf, wording } from "#test/support/made-up-decisions.ts";

const RULE = "rule.a";

const stored = ({ panel_id, outcome, content_hash, ...one }: RuleDecision): PastDecision => ({
  ...one,
  ...(panel_id === null ? {} : { panel_id }),
  rules: [
    { use_case_id: "rule.other", outcome: "rejected", content_hash },
    { use_case_id: RULE, outcome, content_hash },
  ],
});

/** Two decisions a page, the newest first, as the table returns them: by time, then by id. */
function pages(decisions: readonly PastDecision[]): PastDecisions {
  const rest = decisions.slice(2);
  return {
    decisions: decisions.slice(0, 2),
    earlier: rest.length === 0 ? null : async () => pages(rest),
  };
}

const key = ({ decided_at, panel_id, review_id }: RuleDecision) =>
  `${decided_at}#${panel_id ?? review_id}`;

test("at any instant, the kept decisions and the decisions before it give the standing of every wording, in whatever order they were written", async () => {
  await fc.assert(
    fc.asyncProperty(inTwoOrders(history), wording, instant, async ([made, written], hash, on) => {
      const kept = keptOf(written);
      const before = made
        .filter(({ decided_at }) => decided_at <= on)
        .sort((a, b) => (key(a) > key(b) ? -1 : 1));
      const decisionsOn = await decisionsAt(on, [RULE], () => kept, pages(before.map(stored)));
      expect(standingOf({ decisions: decisionsOn(RULE), requests: [] }, hash, on)).toMatchObject(
        standingOf({ decisions: made, requests: [] }, hash, on),
      );
    }),
    { numRuns: 300 },
  );
});
