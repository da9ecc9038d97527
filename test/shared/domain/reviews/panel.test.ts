import fc from "fast-check";
import { expect, test } from "vitest";
import { asEnded, asOpen, countPanel } from "#shared/domain/reviews/panel.ts";
import { decisions, onRejects, type ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { decisionThatSays, type PanelStep, playPanel } from "#test/support/panel-model.ts";

const ruleIds = ["rule.a", "rule.b", "rule.c"];

const panels = fc.integer({ min: 2, max: 5 }).chain((members) =>
  fc.record({
    members: fc.constant(members),
    need: fc.integer({ min: 1, max: members }),
    on_reject: fc.constantFrom(...onRejects),
    ruleIds: fc.constant(ruleIds),
  }),
);
const votes = fc.array(fc.constantFrom(...decisions), { minLength: 3, maxLength: 3 });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ votes }) },
    { weight: 1, arbitrary: fc.constant<PanelStep>("ends") },
    { weight: 1, arbitrary: fc.constant<PanelStep>("withdraws the panel") },
  ),
  { maxLength: 6 },
);

/** The members' requests after these steps; those that have not moved are pending. */
const requestsAfter = (members: number, taken: readonly PanelStep[]) =>
  Array.from({ length: members }, (_, i) => {
    const step = taken[i];
    if (step === undefined || step === "withdraws the panel") return { status: "pending" as const };
    if (step === "ends") return { status: "cancelled" as const };
    const { decision, ...more } = decisionThatSays(ruleIds, step.votes);
    return { status: decision as ReviewStatus, ...more } as { status: ReviewStatus };
  });

test("a panel's rules get what the members' decisions lead to one after the other, in any order", () => {
  fc.assert(
    fc.property(panels, steps, fc.infiniteStream(fc.nat()), (panel, wanted, order) => {
      const played = playPanel(panel, wanted);
      const requests = requestsAfter(panel.members, wanted.slice(0, played.taken));
      const shuffled = requests
        .map((request) => ({ request, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ request }) => request);
      for (const members of [requests, shuffled]) {
        const { rules, result } = countPanel({ ...panel, rule_use_case_ids: ruleIds }, members);
        const isOpen = played.status === "open";
        expect(isOpen ? asOpen(rules) : asEnded(rules)).toEqual(played.rules);
        const going = played.status === "cancelled" ? "cancelled" : "open";
        expect(result ?? going).toBe(played.status);
      }
    }),
    { numRuns: 2000 },
  );
});
