import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, isFocused, shown, tabTo } from "#test/support/counsel-page.ts";

const suite = browserSuite();

const comment = "First line, with  two spaces.\n\nThird line: “quoted”, é, 字 and 🖋.";
const decisions = [
  ["approved", "Remarks for the record"],
  ["approved_with_changes", "Which changes should follow?"],
  ["changes_requested", "What has to change before you can approve?"],
  ["rejected", "Your reasons"],
] as const;

describe("from landing to receipt by keyboard alone", () => {
  test.each(decisions)("counsel records %s", async (decision, label) => {
    const { page, review, faults, close } = await suite.visit();
    await tabTo(page, "#open");
    await page.keyboard.press("Enter");
    await atStep(page, "Review of A framework");
    expect(await isFocused(page, "h1")).toBe(true);

    await tabTo(page, 'input[name="decision"]');
    const index = decisions.findIndex(([value]) => value === decision);
    if (index === 0) await page.keyboard.press("Space");
    for (let i = 0; i < index; i += 1) await page.keyboard.press("ArrowDown");
    await tabTo(page, "#comment");
    expect(await page.locator('label[for="comment"]').textContent()).toContain(label);
    await page.keyboard.insertText(comment);
    await tabTo(page, "#form button[type=submit]");
    await page.keyboard.press("Enter");

    await atStep(page, "Check before you sign");
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
  });

  test("the browser's Back goes from the check to the form, and nothing is lost", async () => {
    const { page, close } = await suite.visit();
    await page.locator("#open").click();
    await page.locator("#form").getByRole("radio", { name: "Reject" }).check();
    await page.locator("#comment").fill("Because.");
    await page.locator("#form button[type=submit]").click();
    await atStep(page, "Check before you sign");
    await page.goBack();
    await atStep(page, /^Review of/);
    expect(await page.locator("#form").getByRole("radio", { name: "Reject" }).isChecked()).toBe(
      true,
    );
    expect(await page.locator("#comment").inputValue()).toBe("Because.");
    await close();
  });

  test("what a reader sees of the request is what was commissioned", async () => {
    const { page, review, close } = await suite.visit();
    await page.locator("#open").click();
    await atStep(page, /^Review of/);
    expect(await shown(page, "counsel")).toBe("Dr. Ada Lex");
    expect(await shown(page, "count")).toBe("3 rules");
    expect(await shown(page, "reference")).toBe(review.review.id);
    const expires = new Date(review.review.expires_at);
    const hour = (timeZone: string) =>
      expires.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
    expect(await shown(page, "expires")).toContain(`${hour("UTC")} UTC`);
    expect(await shown(page, "expires-local")).toContain(`${hour("Europe/Berlin")} your time (CE`);
    await page.locator("#match").getByText("it matches the text on this page").waitFor();
    expect(await page.locator("article h3").allTextContents()).toEqual(
      review.ruleIds.map((id) => `Title of ${id}`),
    );
    await close();
  });

  test("progress counts the rules that were on the screen, and deep links go to theirs", async () => {
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
    expect(page.url()).toMatch(/#rule-rule\.c$/);
    const rows = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}/audit`);
    expect(rows.body.items).toHaveLength(2);
    await close();
  });
});
