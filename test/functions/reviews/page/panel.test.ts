import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  fillForm,
  openReview,
  overflow,
  shown,
  sign,
} from "#test/support/counsel-page.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();
const narrow = { viewport: { width: 320, height: 640 } };

const rules = ["2", "3"].map((paragraph) =>
  ruleText(`art50.${paragraph}`, { citations: [{ label: `Article 50(${paragraph})` }] }),
);
const sendsBack = {
  rule_verdicts: [{ use_case_id: "art50.3", verdict: "changes_requested", text: "Not yet." }],
};

describe("a member of a panel", () => {
  test("reads how many members there are, how many have to approve and what ends the panel, before deciding and before signing, but never how others voted", async () => {
    const { system } = suite;
    const given = await commissionPanel(system, { rules, members: 3, need: 2 });
    const [first, second] = given.members;
    await expectStatus(vote(system, first, "approved_with_changes", sendsBack), 200);
    const { page, close } = await suite.open(second?.token ?? "", narrow);
    await openReview(page);
    const said =
      "You are one of 3 counsel who are asked about these rules. A rule is approved as soon as 2 of you approve it. The first refusal of a rule that is still open decides it. The panel ends once every rule is decided; your request then ends too, and this link shows the result.";
    expect(await shown(page, "panel")).toContain(said);
    expect(await page.locator("main").innerText()).not.toContain("sent back");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await fillForm(page, "Approve");
    expect(await shown(page, "panel")).toContain(said);
    await sign(page);
    await atStep(page, "Your decision is recorded");
    await page.reload();
    await page.locator("#open").click();
    await atStep(page, "This review is decided");
    expect(await shown(page, "panel")).toBe(
      "You are one of 3 counsel who are asked about these rules. 1 approved with changes, 1 sent back: Art. 50(3). The panel has approved with changes.",
    );
    await close();
  });

  test("whose panel ended without them reads the panel's decision, under the review's name", async () => {
    const { system } = suite;
    const given = await commissionPanel(system, { rules, members: 3, need: 2 });
    const [first, second, third] = given.members;
    await expectStatus(vote(system, first, "approved_with_changes", sendsBack), 200);
    await expectStatus(vote(system, second, "approved"), 200);
    const refusal = await system.api()("GET", `/counsel/review/${third?.token}`);
    expect([refusal.status, refusal.body.code]).toEqual([410, "panel_decided"]);
    expect(refusal.body.panel).toMatchObject({
      status: "approved_with_changes",
      articles: ["Art. 50"],
      rule_count: 2,
    });
    expect(refusal.text).not.toMatch(/member0|member1|approvals|refusals/);
    const { page, close } = await suite.open(third?.token ?? "", narrow);
    await page.locator("#open").click();
    await atStep(page, "This review request has ended");
    expect(await shown(page, "panel-ended")).toBe(
      "Art. 50 · 2 rules · A framework. 1 approved with changes, 1 sent back: Art. 50(3). The panel has approved with changes.",
    );
    expect(await axeViolations(page)).toEqual([]);
    await close();
  });
});

test("a member whose panel ends before they sign reads at once what it decided, and that their own decision was not recorded", async () => {
  const { system } = suite;
  const { members } = await commissionPanel(system, { rules, members: 3, need: 2 });
  const [first, second, third] = members;
  const { page, close } = await suite.open(third?.token ?? "", narrow);
  await openReview(page);
  await fillForm(page, "Reject", "An hour of work.");
  for (const member of [first, second]) await expectStatus(vote(system, member, "approved"), 200);
  await sign(page);
  await atStep(page, "This review request has ended");
  expect(await shown(page, "panel-ended")).toContain("The panel has approved.");
  await page.getByRole("heading", { name: "What was not recorded" }).waitFor();
  expect(await shown(page, "unsent")).toBe("Reject\n\nAn hour of work.");
  await close();
});

test("a delegate and a member of a panel read about the panel, and who passed the request on, when and why: before deciding, before signing, on the receipt and under a lapsed link; they read who vouches until an admin does", async () => {
  const { system } = suite;
  const given = await commissionPanel(system, { rules, may_delegate: true, expiry_days: 1 });
  const [first, second] = given.members;
  const to = {
    display_name: "Dr. Anna Conti",
    email: "conti@law.example",
    reason: "I am on leave.",
  };
  const passed = await expectStatus(
    system.api()("POST", `/counsel/review/${first?.token}/delegate`, to),
    201,
  );
  expect(JSON.stringify(passed.body)).not.toContain("/counsel/review/");
  const { members } = (
    await expectStatus(system.admin("GET", `/admin/review-panels/${given.panel.id}`), 200)
  ).body;
  const { review_id, counsel_id } = members[0];
  const rows = await system.admin("GET", `/admin/rule-reviews/${review_id}/audit`);
  const { created_at, context } = rows.body.items[0];
  const token = context.magic_link_url.split("/").at(-1);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const said = `Dr. member0 passed this on to Dr. Anna Conti on ${day.format(new Date(created_at))}: 'I am on leave.'`;
  const vouched = `${said}; vouched for by Dr. member0, not confirmed by an admin`;
  const { page, close } = await suite.open(token, narrow);
  await openReview(page);
  expect(await shown(page, "passed-on")).toBe(vouched);
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await fillForm(page, "Approve");
  expect(await shown(page, "passed-on")).toBe(vouched);
  await sign(page);
  await atStep(page, "Your decision is recorded");
  expect(await shown(page, "passed-on")).toBe(vouched);
  await expectStatus(system.admin("POST", `/admin/counsel/${counsel_id}/confirm`), 200);
  await expectStatus(vote(system, second, "approved"), 200);
  await system.advance(86_401);
  await page.reload();
  await page.locator("#open").click();
  await atStep(page, /^You approved 2 rules on/);
  expect(await shown(page, "passed-on")).toBe(said);
  expect(await shown(page, "panel")).toContain("You are one of 3 counsel");
  expect(await shown(page, "panel")).toContain("The panel has approved.");
  await close();
});

test("a request whose wording was changed meanwhile says so before counsel decides and before signing", async () => {
  const { system } = suite;
  const { token, frameworkId } = await commission(system, { rules });
  const amended = { ...rules[1], suggested_verdict_copy: "Another text." };
  await expectStatus(
    system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules: [amended] }),
    200,
  );
  const { page, close } = await suite.open(token, narrow);
  await openReview(page);
  const said = "After this request was made, the wording of Art. 50(3) was changed.";
  expect(await shown(page, "changed-meanwhile")).toContain(said);
  await fillForm(page, "Approve");
  expect(await shown(page, "changed-meanwhile")).toContain(said);
  await close();
});

test("a single request with an unchanged wording says nothing about panels, delegates or changes", async () => {
  const { page, close } = await suite.visit();
  await openReview(page);
  for (const slot of ["panel", "passed-on", "changed-meanwhile"]) {
    expect(await page.locator(`[data-slot="${slot}"]:visible`).count()).toBe(0);
  }
  await close();
});
