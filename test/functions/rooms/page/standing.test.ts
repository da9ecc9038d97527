import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { sentenceText } from "#shared/domain/standing/pieces.ts";
import { standingSentence } from "#shared/domain/standing/sentence.ts";
import { toldOf } from "#shared/domain/standing/told.ts";
import { axeViolations, overflow } from "#test/support/counsel-page.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { decidedReview, openRoom } from "#test/support/room-fixture.ts";
import { enter, openEvidence, roomPageSuite } from "#test/support/room-page.ts";

const suite = roomPageSuite(async () => {});
const today = () => dayText(new Date().toISOString());

const ruleOn = (paragraph: string) =>
  ruleText(`art50.${paragraph}`, { citations: [{ label: `Article 50(${paragraph})` }] });
const first = ruleOn("2");
const rules = [first, ruleOn("3")];

/** The page of a room that shows one book, entered. */
async function roomOf(frameworkId: string, order: Record<string, unknown> = {}) {
  const { token } = await openRoom(suite.system, {
    framework_ids: [frameworkId],
    may_ask: true,
    ...order,
  });
  const { page, faults } = await suite.open({ token });
  await enter(page);
  return { page, faults };
}

const standing = async (page: Page): Promise<string[]> =>
  (await page.locator(".standing").allInnerTexts()).map((text) => text.trim());

test("an approval followed by a refusal of the same words is not the room's first word, and is marked as overruled", async () => {
  const { system } = suite;
  const given = await decidedReview(system, await commission(system, { rules: [first] }));
  const again = await requestReview(system, given);
  await decidedReview(system, again, {
    decision: "changes_requested",
    comment: "Say who marks it.",
  });
  const { page } = await roomOf(given.frameworkId);
  expect(await standing(page)).toEqual([
    `Not approved: Dr. Ada Lex asked for changes on ${today()}. Dr. Ada Lex had approved the same wording on ${today()}.`,
  ]);
  await page.locator(".result blockquote").getByText("Say who marks it.").waitFor();
  const [refused, approved] = await page.locator(".sentence").allInnerTexts();
  expect(refused).toContain("Changes requested by Dr. Ada Lex");
  expect(refused).not.toContain("A later decision");
  expect(approved).toContain("A later decision on the same wording counts in its place.");
  expect(await page.locator(".sentence .mark.approved").count()).toBe(0);
  // A room that keeps counsel's words back says so, and shows their length and hash instead.
  const withheld = await roomOf(given.frameworkId, { words: "withheld" });
  await openEvidence(withheld.page);
  const said = await withheld.page.locator("body").innerText();
  expect(said).toContain("What counsel wrote is kept back: of each text you see its length");
  expect(said).toMatch(/kept back \(17 characters, sha256 [0-9a-f]{64}\)/);
  expect(said).not.toContain("Say who marks it.");
});

test("a member's approval in a panel that sent the rule back is shown as one vote, not as an approval", async () => {
  const { system } = suite;
  const { members, frameworkId } = await commissionPanel(system, { rules, members: 3, need: 2 });
  await expectStatus(vote(system, members[0], "approved"), 200);
  await expectStatus(
    vote(system, members[1], "approved_with_changes", {
      rule_verdicts: [{ use_case_id: "art50.3", verdict: "changes_requested", text: "Not yet." }],
    }),
    200,
  );
  const { page, faults } = await roomOf(frameworkId);
  await page.getByRole("searchbox").fill("50(3)");
  expect(await standing(page)).toEqual([
    `Not approved: a panel with Dr. member1 asked for changes on ${today()}.`,
  ]);
  const votes = await page.locator(".decisions > li").allInnerTexts();
  expect(votes).toHaveLength(2);
  for (const one of votes) {
    expect(one).toContain(
      "One of 3 members of a panel; 2 approvals needed; the panel approved with changes (1 approved with changes, 1 sent back: Art. 50(3)).",
    );
  }
  expect(await page.locator(".sentence .mark.approved").count()).toBe(0);
  await page.getByRole("searchbox").fill("50(2)");
  expect(await standing(page)).toEqual([
    `Approved with changes by a panel with Dr. member0 and Dr. member1 on ${today()}.`,
  ]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  // Once the rule is amended, the room names the same members as the console, which the API tells them.
  const book = `/admin/frameworks/${frameworkId}`;
  const amended = rules.map((rule) => ({ ...rule, suggested_verdict_copy: "Another text." }));
  await expectStatus(system.admin("PUT", `${book}/rules`, { rules: amended }), 200);
  const day = new Date().toISOString().slice(0, 10);
  const { body: wording } = await system.admin(
    "GET",
    `${book}/wording?use_case_id=art50.2&on=${day}`,
  );
  const { page: after } = await roomOf(frameworkId);
  await after.getByRole("searchbox").fill("50(2)");
  expect(await standing(after)).toEqual([sentenceText(standingSentence(toldOf(wording)))]);
  expect(await standing(after)).toEqual([
    `Changed since it was approved: a panel with Dr. member0 and Dr. member1 approved another wording, with changes, on ${today()}.`,
  ]);
});

test("a decision that the room does not show is mentioned without a name, and an amended rule says whose approval it outlived", async () => {
  const { system } = suite;
  const given = await decidedReview(system, await commission(system, { rules: [first] }));
  const { page } = await roomOf(given.frameworkId, { decided_to: "2000-01-01T00:00:00.000Z" });
  expect(await standing(page)).toEqual(["Approved by counsel not named here."]);
  const amended = { ...first, suggested_verdict_copy: "Another text." };
  await expectStatus(
    system.admin("PUT", `/admin/frameworks/${given.frameworkId}/rules`, { rules: [amended] }),
    200,
  );
  const { page: after } = await roomOf(given.frameworkId);
  expect(await standing(after)).toEqual([
    `Changed since it was approved: Dr. Ada Lex approved another wording on ${today()}.`,
  ]);
});
