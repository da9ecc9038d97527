import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  clickSteady,
  openReview,
  overflow,
  sign,
} from "#test/support/counsel-page.ts";
import { setPolicy } from "#test/support/enrol.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { giveDevice } from "#test/support/virtual-authenticator.ts";

const suite = browserSuite();

const NOTE =
  "You approve the wording shown. Your suggested words are not approved by this signature; if they are taken over, you will be asked again.";

test("counsel edits a rule's words in place, sees the difference, and is told what the signature covers", async () => {
  const { page, review, faults, close } = await suite.visit();
  await openReview(page);
  const rule = page.locator('[id="rule-rule.a"]');
  expect(await rule.locator(".propose").isVisible()).toBe(false);
  await clickSteady(rule.locator(".choices label").nth(2));
  await page.locator("#remark-0").fill("See my words.");
  await rule.getByText("Propose other words").click();
  const title = rule.getByLabel("Title", { exact: true });
  expect(await title.inputValue()).toBe("Title of rule.a");
  await title.fill("Name of rule.a");
  expect(await rule.locator(".difference ins").first().textContent()).toContain("Name");
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  if (process.env["SHOT"]) await rule.screenshot({ path: process.env["SHOT"] });
  await page.reload();
  await openReview(page);
  expect(await rule.getByLabel("Title", { exact: true }).inputValue()).toBe("Name of rule.a");
  await clickSteady(page.locator("#d-approved_with_changes"));
  await page.locator("#form button[type=submit]").click();
  await page.locator("#sign").waitFor();
  const check = page.locator("#check-verdicts");
  expect(await check.textContent()).toContain("Suggested, Title: Name of rule.a");
  expect(await check.textContent()).toContain(NOTE);
  await sign(page);
  await atStep(page, "Your decision is recorded");
  expect(await rule.textContent()).toContain(NOTE);
  const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
  expect(body.rule_verdicts[0].suggestions).toEqual([{ field: "title", text: "Name of rule.a" }]);
  expect(faults).toEqual([]);
  await close();
});

test("the words that are proposed are among what counsel's passkey signs", async () => {
  const counsel = await commission(suite.system);
  await setPolicy(suite.system, counsel.counselId, "key_required");
  const { page, faults, close } = await suite.open("none", {});
  await giveDevice(page);
  const invitation = `/admin/counsel/${counsel.counselId}/key-invitation`;
  const { body } = await expectStatus(suite.system.admin("POST", invitation), 201);
  await page.goto(body.url);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await atStep(page, "Your passkey is enrolled");
  await page.goto((await requestReview(suite.system, counsel)).link);
  await openReview(page);
  const rule = page.locator('[id="rule-rule.b"]');
  await clickSteady(rule.locator(".choices label").nth(3));
  await page.locator("#remark-1").fill("Not like this.");
  await rule.getByText("Propose other words").click();
  await rule.getByLabel("Suggested verdict").fill("Better so. 😀");
  await clickSteady(page.locator("#d-rejected"));
  await page.locator("#form button[type=submit]").click();
  await sign(page);
  await atStep(page, "Your decision is recorded");
  expect(faults).toEqual([]);
  await close();
});
