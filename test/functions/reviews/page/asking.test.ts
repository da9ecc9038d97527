import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { axeViolations, openReview, overflow } from "#test/support/counsel-page.ts";
import { expectStatus } from "#test/support/review-fixture.ts";

const suite = browserSuite();

test("counsel asks about a rule, sees what waits and what was answered, with hidden characters made visible", async () => {
  const { page, review, faults, close } = await suite.visit();
  await openReview(page);
  const send = () => page.getByRole("button", { name: "Ask", exact: true }).click();
  await send();
  expect(await page.locator("#e-question").textContent()).toBe("Fill this in.");
  await page.getByLabel("About", { exact: true }).selectOption("rule.b");
  await page.getByLabel("Your question").fill("Which <b>customers</b>?\u202e");
  await send();
  const asked = page.locator("#questions-asked li");
  await asked.getByText("Not answered yet.").waitFor();
  expect(await asked.textContent()).toContain("Title of rule.b");
  expect(await asked.textContent()).toContain("Which <b>customers</b>?");
  expect(await asked.textContent()).not.toContain("\u202e");
  expect(await page.getByLabel("Your question").inputValue()).toBe("");
  const path = `/admin/rule-reviews/${review.review.id}`;
  const { body } = await suite.system.admin("GET", `${path}/audit`);
  const { question_id } = body.items.at(-1).context;
  const answer = suite.system.admin("POST", `${path}/questions/${question_id}/answer`, {
    text: "All of them.",
  });
  await expectStatus(answer, 200);
  await page.reload();
  await openReview(page);
  await asked.getByText("Answer: All of them.").waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  if (process.env["SHOT"])
    await page.locator("#questions").screenshot({ path: process.env["SHOT"] });
  expect(faults).toEqual([]);
  await close();
});
