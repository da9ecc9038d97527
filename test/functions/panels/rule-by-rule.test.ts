import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Decision, decisions, onRejects } from "#shared/domain/reviews/statuses.ts";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import {
  type CommissionedPanel,
  commissionPanel,
  type Member,
  panelNow,
  vote,
} from "#test/support/panel-fixture.ts";
import { decisionThatSays, type PanelStep, playPanel } from "#test/support/panel-model.ts";
import { expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(async () => {
  auditor.close();
});

/** A member votes this on rule.a, rule.b and rule.c. */
const say = (member: Member | undefined, ...votes: Decision[]) => {
  const { decision, ...more } = decisionThatSays(["rule.a", "rule.b", "rule.c"], votes);
  return expectStatus(vote(system, member, decision ?? "", more), 200);
};
const withdraw = ({ panel }: CommissionedPanel) =>
  system.admin("POST", `/admin/review-panels/${panel.id}/cancel`);
const lastRowOf = async ({ panel }: CommissionedPanel) =>
  (await system.admin("GET", `/admin/review-panels/${panel.id}/audit`)).body.items.at(-1);
const coverageOf = async ({ frameworkId }: CommissionedPanel) =>
  (await system.admin("GET", `/admin/frameworks/${frameworkId}/coverage`)).body.rules;
const bundleOf = async ({ panel }: CommissionedPanel): Promise<Bundle> =>
  (await expectStatus(system.admin("GET", `/admin/review-panels/${panel.id}/bundle`), 200)).body;

async function judge(bundle: Bundle) {
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  await auditor.copyLog();
  return auditor.run(JSON.stringify(bundle), auditor.options);
}

const counts = (rules: { outcome: string | null; approvals: number; refusals: number }[]) =>
  rules.map(({ outcome, approvals, refusals }) => [outcome, approvals, refusals]);

describe("a panel decides rule by rule", () => {
  test("so the first refusal of one rule decides it, while the others go on, and none counts before the end", async () => {
    const given = await commissionPanel(system);
    const [first, second, third] = given.members;
    await say(first, "approved", "changes_requested", "approved");
    const between = await panelNow(system, given);
    expect(between.status).toBe("open");
    expect(counts(between.rules)).toEqual([
      [null, 1, 0],
      [null, 0, 1],
      [null, 1, 0],
    ]);
    for (const rule of await coverageOf(given)) {
      expect(rule).toMatchObject({ status: "pending", review_id: null });
    }
    await say(second, "approved", "rejected", "approved_with_changes");
    const after = await panelNow(system, given);
    expect(after).toMatchObject({
      status: "approved_with_changes",
      members: [{}, {}, { review_id: third?.review.id, status: "cancelled" }],
    });
    expect(counts(after.rules)).toEqual([
      ["approved", 2, 0],
      ["rejected", 0, 2],
      ["approved_with_changes", 2, 0],
    ]);
    const { action, context, created_at } = await lastRowOf(given);
    expect([action, created_at]).toEqual(["review_panel.approved_with_changes", after.decided_at]);
    expect(context).toMatchObject({ rules: after.rules, decided_at: after.decided_at });
    const [a, b, c] = await coverageOf(given);
    expect([a.status, c.status]).toEqual(["approved_live", "approved_live"]);
    expect(b).toMatchObject({
      panel_id: given.panel.id,
      objection: { review_id: second?.review.id, verdict: "rejected" },
    });
  });

  test("so a refusal that is outvoted leaves the rule open until its approvals are out of reach", async () => {
    const given = await commissionPanel(system, { on_reject: "outvoted" });
    const [first, second, third] = given.members;
    await say(first, "rejected", "rejected", "approved");
    await say(second, "approved", "changes_requested", "approved");
    expect(counts((await panelNow(system, given)).rules)).toEqual([
      [null, 1, 1],
      [null, 0, 2],
      [null, 2, 0],
    ]);
    await say(third, "approved", "approved", "rejected");
    const after = await panelNow(system, given);
    expect(after.status).toBe("approved_with_changes");
    expect(counts(after.rules)).toEqual([
      ["approved", 2, 1],
      ["rejected", 1, 2],
      ["approved", 2, 1],
    ]);
  });

  test("so a refusal that a member has signed cannot be cancelled away", async () => {
    const given = await commissionPanel(system);
    await say(given.members[0], "approved", "rejected", "approved");
    const { body } = await expectStatus(withdraw(given), 200);
    expect(body).toMatchObject({ status: "cancelled", decided_at: expect.any(String) });
    expect(counts(body.rules)).toEqual([
      ["undecided", 1, 0],
      ["rejected", 0, 1],
      ["undecided", 1, 0],
    ]);
    const row = await lastRowOf(given);
    expect(row).toMatchObject({
      action: "review_panel.cancelled",
      actor_type: "user",
      context: { rules: body.rules, decided_at: body.decided_at },
    });
    const [a, b, c] = await coverageOf(given);
    expect([a.status, c.status]).toEqual(["never_reviewed", "never_reviewed"]);
    expect(b).toMatchObject({
      panel_id: given.panel.id,
      objection: { review_id: given.members[0]?.review.id, verdict: "rejected" },
    });
    expect(await judge(await bundleOf(given))).toMatchObject({ status: 0 });
  });

  test(`so a withdrawal keeps what ${sized("nine", "three")} members over ${sized("a hundred", "four")} rules have decided, in one transaction`, async () => {
    const members = sized(9, 3);
    const rules = Array.from({ length: sized(100, 4) }, (_, i) => ruleText(`rule.${i}`));
    const given = await commissionPanel(system, { members, need: 1, on_reject: "outvoted", rules });
    const rule_verdicts = [{ use_case_id: "rule.0", verdict: "rejected", text: "No." }];
    const said = { comment: "But one.", rule_verdicts };
    await expectStatus(vote(system, given.members[0], "approved_with_changes", said), 200);
    const { body } = await expectStatus(withdraw(given), 200);
    expect(counts(body.rules)).toEqual([
      ["undecided", 0, 1],
      ...rules.slice(1).map(() => ["approved_with_changes", 1, 0]),
    ]);
    const statuses = (await coverageOf(given)).map(({ status }: Bundle) => status);
    expect(statuses.filter((one: string) => one === "approved_live")).toHaveLength(
      rules.length - 1,
    );
  });

  test("so if its members let it lapse, exactly the rules without a decision are undecided", async () => {
    const given = await commissionPanel(system, { expiry_days: 1, need: 3 });
    await say(given.members[0], "approved", "approved", "changes_requested");
    await system.advance(2 * 86_400);
    await expectStatus(system.api()("POST", "/_local/schedules/expire-reviews/run"), 200);
    const after = await panelNow(system, given);
    expect(after.status).toBe("changes_requested");
    expect(counts(after.rules)).toEqual([
      ["undecided", 1, 0],
      ["undecided", 1, 0],
      ["changes_requested", 0, 1],
    ]);
    expect((await coverageOf(given)).map(({ panel_id }: Bundle) => panel_id)).toEqual([
      null,
      null,
      given.panel.id,
    ]);
  });

  test("so a withdrawal among the votes loses no vote that was taken", async () => {
    const members = sized(9, 5);
    const given = await commissionPanel(system, { members, need: members });
    // One member has not decided, so the panel is open however late the withdrawal comes.
    const votes = given.members.slice(1).map((member) => {
      const { decision, ...more } = decisionThatSays(given.ruleIds, [
        ...(["approved", "rejected", "approved"] as const),
      ]);
      return vote(system, member, decision ?? "", more);
    });
    const [withdrawn, ...answers] = await Promise.all([withdraw(given), ...votes]);
    expect(withdrawn?.status).toBe(200);
    for (const { status, body } of answers) {
      expect([200, 410]).toContain(status);
      if (status === 410) expect(body.code).toBe("review_cancelled");
    }
    const taken = answers.filter(({ status }) => status === 200).length;
    const after = await panelNow(system, given);
    expect([after.status, counts(after.rules)]).toEqual([
      "cancelled",
      [
        ["undecided", taken, 0],
        [taken === 0 ? "undecided" : "rejected", 0, taken],
        ["undecided", taken, 0],
      ],
    ]);
  });
});

describe("a panel's outcome for a rule", () => {
  let split: Bundle;
  let withdrawn: Bundle;
  beforeAll(async () => {
    const decided = await commissionPanel(system, { on_reject: "outvoted" });
    await say(decided.members[0], "approved", "rejected", "approved");
    await say(decided.members[1], "approved", "rejected", "approved");
    split = await bundleOf(decided);
    const cancelled = await commissionPanel(system);
    await say(cancelled.members[0], "approved", "rejected", "approved");
    await expectStatus(withdraw(cancelled), 200);
    withdrawn = await bundleOf(cancelled);
  });

  test("is counted again by the offline verifier in the same way as by the service", async () => {
    const { status, stdout } = await judge(split);
    expect(status).toBe(0);
    expect(stdout).toContain('"rule.a" approved: 2 for it, 0 against');
    expect(stdout).toContain('"rule.b" rejected: 0 for it, 2 against');
    expect(await judge(withdrawn)).toMatchObject({ status: 0 });
  });

  test.each<[string, (bundle: Bundle) => void]>([
    ["an outcome", ({ panel }) => Object.assign(panel.rules[1], { outcome: "approved" })],
    ["a count of refusals", ({ panel }) => Object.assign(panel.rules[1], { refusals: 0 })],
    ["a rule left out", ({ panel }) => panel.rules.pop()],
    [
      "a refusal cancelled away",
      ({ panel }) => Object.assign(panel.rules[1], { outcome: "undecided" }),
    ],
    ["another time", ({ panel }) => Object.assign(panel, { decided_at: panel.created_at })],
  ])("cannot be altered in the file without being found: %s", async (_, alter) => {
    for (const bundle of [split, withdrawn]) {
      const forged = structuredClone(bundle);
      alter(forged);
      const { status, stdout } = await auditor.run(JSON.stringify(forged), auditor.options);
      expect({ status, stdout }).toEqual({
        status: 1,
        stdout: expect.stringMatching(/CHANGED +state_differs +The panel and its rows differ in/),
      });
    }
  });
});

const histories = fc.sample(
  fc.record({
    members: fc.integer({ min: 2, max: 4 }),
    need: fc.integer({ min: 1, max: 4 }),
    on_reject: fc.constantFrom(...onRejects),
    steps: fc.array(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            votes: fc.array(fc.constantFrom(...decisions), { minLength: 3, maxLength: 3 }),
          }),
        },
        { weight: 1, arbitrary: fc.constant<PanelStep>("ends") },
        { weight: 1, arbitrary: fc.constant<PanelStep>("withdraws the panel") },
      ),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  { numRuns: sized(40, 3), seed: 1 },
);

/** Takes the steps of a history through the front door, each by the next member. */
async function take(given: CommissionedPanel, steps: readonly PanelStep[]): Promise<void> {
  for (const [i, step] of steps.entries()) {
    const member = given.members[i];
    if (step === "withdraws the panel") await expectStatus(withdraw(given), 200);
    else if (step === "ends") {
      const path = `/admin/rule-reviews/${member?.review.id}/cancel`;
      await expectStatus(system.admin("POST", path), 200);
    } else {
      const { decision, ...more } = decisionThatSays(given.ruleIds, step.votes);
      await expectStatus(vote(system, member, decision ?? "", more), 200);
    }
  }
}

test("whatever members do, a panel's answer, last row and bundle agree with a model of the rules", {
  timeout: sized(600_000, 120_000),
}, async () => {
  const bundles: Bundle[] = [];
  for (const { steps, ...asked } of histories) {
    const need = Math.min(asked.need, asked.members);
    const given = await commissionPanel(system, { ...asked, need });
    const played = playPanel({ ...asked, need, ruleIds: given.ruleIds }, steps);
    await take(given, steps.slice(0, played.taken));
    const { status, rules } = await panelNow(system, given);
    expect({ status, rules }).toEqual({ status: played.status, rules: played.rules });
    if (status !== "open") expect((await lastRowOf(given)).context.rules).toEqual(played.rules);
    bundles.push(await bundleOf(given));
  }
  await judge(bundles[0]);
  for (const bundle of bundles) {
    const { status, stdout } = await auditor.run(JSON.stringify(bundle), auditor.options);
    expect({ status, stdout }).toMatchObject({ status: 0 });
  }
});
