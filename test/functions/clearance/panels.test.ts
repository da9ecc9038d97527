import { expect, test } from "vitest";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();

const ask = async (question: object) =>
  (await expectStatus(system.admin("POST", "/clearance", question), 200)).body;

/** Moves the clock, so that instants differ. */
const later = () => system.advance(2);

/** A panel on a rule, by two counsel. */
async function openPanel(commissioned: Awaited<ReturnType<typeof commission>>, days: number) {
  const { frameworkId, counselId } = commissioned;
  const { body: second } = await expectStatus(
    system.admin("POST", "/admin/counsel", {
      framework_id: frameworkId,
      display_name: "Dr. Second",
      email: `second.${frameworkId}@law.example`,
    }),
    201,
  );
  const { body } = await expectStatus(
    system.admin("POST", "/admin/review-panels", {
      framework_id: frameworkId,
      rule_use_case_ids: ["rule.a"],
      counsel_ids: [counselId, second.id],
      need: 2,
      on_reject: "ends",
      expiry_days: days,
    }),
    201,
  );
  return body;
}

test("an open panel blocks no approved rule, but is the reason why an undecided rule is not cleared, however long other requests last", async () => {
  const commissioned = await commission(system);
  const { frameworkId: framework_id } = commissioned;
  const question = { framework_id, use_case_ids: ["rule.a"] };
  const { reviews, panel } = await openPanel(commissioned, 3);
  for (let i = 0; i < 6; i += 1) {
    await requestReview(system, { ...commissioned, ruleIds: ["rule.a"], expiryDays: 20 } as never);
  }
  const { blockers } = await ask(question);
  expect(blockers).toMatchObject([{ use_case_id: "rule.a", reason: "panel_open" }]);
  const members = reviews.map(({ id }: { id: string }) => id);
  expect(members).toContain(blockers[0].review_id);
  const then = await later();
  expect((await ask({ ...question, on: then })).blockers).toEqual(blockers);
  const decide = `/counsel/review/${commissioned.token}/decide`;
  await expectStatus(system.api()("POST", decide, { decision: "approved" }), 200);
  expect((await ask(question)).cleared).toBe(true);
  await later();
  expect((await ask({ ...question, on: then })).blockers).toEqual(blockers);
  await expectStatus(system.admin("POST", `/admin/review-panels/${panel.id}/cancel`), 200);
  expect((await ask(question)).cleared).toBe(true);
});

test("a panel's approval counts for the wording until it is refused, although a single counsel approved it again", async () => {
  const { frameworkId, ruleIds, members } = await commissionPanel(system, { members: 2, need: 2 });
  const question = { framework_id: frameworkId, use_case_ids: ruleIds, panel_required: true };
  for (const member of members) await expectStatus(vote(system, member, "approved"), 200);
  const before = await ask(question);
  expect(before.cleared).toBe(true);
  const counselId = members[0]?.counselId ?? "";
  const decide = async (decision: string) => {
    await later();
    const asked = { frameworkId, counselId, ruleIds, email: "" };
    const { token } = await requestReview(system, asked);
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision }), 200);
    return later();
  };
  const on = await decide("approved");
  expect(await ask(question)).toEqual(before);
  const { approvals } = await ask({ ...question, panel_required: false });
  expect(approvals[0].review_id).not.toBe(before.approvals[0].review_id);
  await decide("rejected");
  await decide("approved");
  const { blockers } = await ask(question);
  expect(blockers.map(({ reason }: { reason: string }) => reason)).toEqual(
    ruleIds.map(() => "panel_missing"),
  );
  expect(await ask({ ...question, on })).toEqual({ ...before, on });
});

test("a panel's approval clears what only a panel may clear, and the answer names it", async () => {
  const panel = await commissionPanel(system, { members: 2, need: 2 });
  const question = {
    framework_id: panel.frameworkId,
    use_case_ids: panel.ruleIds,
    panel_required: true,
  };
  await later();
  expect((await ask(question)).blockers.map(({ reason }: { reason: string }) => reason)).toEqual(
    panel.ruleIds.map(() => "panel_open"),
  );
  for (const member of panel.members) {
    await expectStatus(vote(system, member, "approved"), 200);
    await later();
  }
  const { cleared, approvals } = await ask(question);
  expect(cleared).toBe(true);
  const members = panel.members.map(({ review }) => review.id);
  expect(approvals.map(({ use_case_id }: { use_case_id: string }) => use_case_id)).toEqual(
    panel.ruleIds,
  );
  for (const { review_id, approved_by } of approvals) {
    expect(members).toContain(review_id);
    expect(approved_by.display_name).toMatch(/^Dr\. /);
  }
});
