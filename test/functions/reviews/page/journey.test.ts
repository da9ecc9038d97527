import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, isFocused, shown, tabTo } from "#test/support/counsel-page.ts";
import { sampled } from "#test/support/full-size.ts";
import type { Commissioned } from "#test/support/review-fixture.ts";

const suite = browserSuite();

const comment = "First line, with  two spaces.\n\nThird line: “quoted”, é, 字 and 🖋.";
const decisions = [
  ["approved", "Remarks for the record"],
  ["approved_with_changes", "Which changes should follow?"],
  ["changes_requested", "What has to change before you can approve?"],
  ["rejected", "Your reasons"],
] as const;

/** A normal test run records one decision; the labels of all of them are read on the way to it. */
const recorded = sampled(decisions, 4, 2);

describe("from landing to receipt by keyboard alone", () => {
  test.each(recorded)(
    "counsel reads what was commissioned and records %s; Back from the check loses nothing",
    async (decision) => {
      const { page, review, faults, close } = await suite.visit();
      await tabTo(page, "#open");
      await page.keyboard.press("Enter");
      await atStep(page, "Review of A framework");
      expect(await isFocused(page, "h1")).toBe(true);
      await expectAsCommissioned(page, review);

      await tabTo(page, 'input[name="decision"]');
      const index = decisions.findIndex(([value]) => value === decision);
      await page.keyboard.press("Space");
      const label = page.locator('label[for="comment"]');
      expect(await label.textContent()).toContain(decisions[0][1]);
      for (const [, said] of decisions.slice(1, index + 1)) {
        await page.keyboard.press("ArrowDown");
        expect(await label.textContent()).toContain(said);
      }
      await tabTo(page, "#comment");
      await page.keyboard.insertText(comment);
      for (const way of ["there", "there, after Back"]) {
        if (way !== "there") {
          await page.goBack();
          await atStep(page, /^Review of/);
          const chosen = page.locator(`#form input[name="decision"][value="${decision}"]`);
          expect(await chosen.isChecked()).toBe(true);
          expect(await page.locator("#comment").inputValue()).toBe(comment);
          await page.locator("#comment").focus();
        }
        await tabTo(page, "#form button[type=submit]");
        await page.keyboard.press("Enter");
        await atStep(page, "Check before you sign");
      }
      expect(await isFocused(page, "h1")).toBe(true);
      expect(await shown(page, "comment")).toBe(comment);
      expect(await shown(page, "hash")).toBe(review.review.rule_version_hash);
      await tabTo(page, "#sign");
      await page.keyboard.press("Enter");

      await atStep(page, "Your decision is recorded");
      expect(await isFocused(page, "h1")).toBe(true);
      const { body: record } = await suite.system.admin(
        "GET",
        `/admin/rule-reviews/${review.review.id}`,
      );
      expect(record).toMatchObject({ status: decision, decision_comment: comment });
      expect(await shown(page, "decision-value")).toBe(decision);
      expect(await shown(page, "signature")).toBe(record.decision_signature);
      expect(await shown(page, "decided-at")).toBe(record.decided_at);
      expect(await shown(page, "reference")).toBe(record.id);
      expect(await shown(page, "hash")).toBe(record.rule_version_hash);
      expect(await shown(page, "comment")).toBe(comment);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test("progress counts the rules that were on the screen, and each deep link goes to its rule", async () => {
    const long = "A sentence of some length. ".repeat(120);
    const rules = ["rule.a", "rule.b", "rule.c"].map((id) => ({
      use_case_id: id,
      title: id,
      citations: [],
      customer_description_preview: long,
      suggested_verdict_copy: long,
    }));
    const { page, review, close } = await suite.visit({ rules });
    await page.goto(`${page.url()}#rule-rule.b`);
    await page.locator("#open").click();
    await atStep(page, /^Review of/);
    expect(await isFocused(page, '[id="rule-rule.b"]')).toBe(true);
    const top = "document.activeElement.getBoundingClientRect().top";
    expect(Math.abs(await page.evaluate<number>(top))).toBeLessThan(120);
    await page.getByText("0 of 3 read").waitFor();
    await page.locator('article[id="rule-rule.b"] > :last-child').scrollIntoViewIfNeeded();
    await page.getByText("1 of 3 read").waitFor();
    await page.locator("#contents").getByRole("link", { name: "rule.c" }).click();
    await page.waitForURL(/#rule-rule\.c$/);
    const rows = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}/audit`);
    expect(rows.body.items).toHaveLength(2);
    await close();
  });
});

/** Checks that a reader sees the request as it was commissioned. */
async function expectAsCommissioned(page: Page, { review, ruleIds }: Commissioned): Promise<void> {
  expect(await shown(page, "counsel")).toBe("Dr. Ada Lex");
  expect(await shown(page, "count")).toBe("3 rules");
  expect(await shown(page, "reference")).toBe(review.id);
  const expires = new Date(review.expires_at);
  const hour = (timeZone: string) =>
    expires.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  expect(await shown(page, "expires")).toContain(`${hour("UTC")} UTC`);
  expect(await shown(page, "expires-local")).toContain(`${hour("Europe/Berlin")} your time (CE`);
  await page.locator("#match").getByText("it matches the text on this page").waitFor();
  expect(await page.locator("article h3").allTextContents()).toEqual(
    ruleIds.map((id) => `Title of ${id}`),
  );
}
