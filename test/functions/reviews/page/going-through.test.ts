import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { clickSteady, isFocused, openReview, sign } from "#test/support/counsel-page.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();
/**
 * As many rules as an act may have. A normal test run has a few, because each is one stop of the Tab
 * key.
 */
const COUNT = sized(40, 7);
const rules = Array.from({ length: COUNT }, (_, i) =>
  ruleText(`rule.${String(i).padStart(2, "0")}`, {
    citations: [{ label: i < 6 ? `Article 5(1)(${i})` : `Annex III, point ${i}` }],
    customer_description_preview: "Words of a description. ".repeat(30),
  }),
);
const verdicts = (ids: readonly string[]) =>
  ids.map((id) => `[id="rule-${id}"] .verdict input[value="approved"]`);

describe(`going through ${COUNT} rules`, () => {
  test("approve and next approves one rule after the other, but never one that counsel objected to; from the top, the decision is at most 20 stops of the Tab key more than there are rules", async () => {
    const { page, faults, close } = await suite.visit({ rules });
    await openReview(page);
    await clickSteady(page.locator('[id="rule-rule.01"] .choices label').nth(3));
    await page.locator("#remark-1").fill("No.");
    await page.locator("#approve-next").focus();
    await page.evaluate(`document.getElementById("rule-rule.00").scrollIntoView()`);
    for (let i = 0; i < 4; i += 1) await page.keyboard.press("Enter");
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = verdicts(
      rules.map(({ use_case_id }) => use_case_id),
    );
    const checked = await Promise.all(
      [first, second, third, fourth, fifth].map((one) => page.locator(one).isChecked()),
    );
    expect(checked).toEqual([true, false, true, true, false]);
    expect(await page.locator("#remark-1").inputValue()).toBe("No.");
    expect(await page.locator("#bar strong").textContent()).toContain("1 objection");
    expect(await page.locator("#rules .group > h3").allTextContents()).toEqual([
      "Article 5",
      "Annex III",
    ]);
    // Counts the stops from the top to the decision.
    await page.locator("h1").focus();
    let stops = 0;
    while (!(await isFocused(page, 'input[name="decision"]')) && stops < 100) {
      await page.keyboard.press("Tab");
      stops += 1;
    }
    expect(stops).toBeLessThanOrEqual(COUNT + 20);
    noteSweep("counsel's page: rules whose decision is in reach of the Tab key", COUNT);
    expect(faults).toEqual([]);
    await close();
  });

  test("an objection is changed with three clicks from the check, which names what was not read; verdicts survive a reload, and filters show what they say", async () => {
    const { page, review, close } = await suite.visit({ rules: rules.slice(0, 10) });
    await openReview(page);
    await clickSteady(page.locator('[id="rule-rule.01"] .choices label').nth(3));
    await page.locator("#remark-1").fill("No.");
    await page.reload();
    await openReview(page);
    expect(await page.locator("#remark-1").inputValue()).toBe("No.");
    expect(await page.locator("#none-shown").isVisible()).toBe(false);
    await page.locator("#filter").selectOption("objections");
    expect(await page.locator("#rules article:visible").count()).toBe(1);
    await page.locator("#filter").selectOption("changed");
    expect(await page.locator("#none-shown").isVisible()).toBe(true);
    await page.locator("#filter").selectOption({ index: 0 });
    await clickSteady(page.locator("#d-approved_with_changes"));
    await page.locator("#form button[type=submit]").click();
    await page.locator("#check-unread").waitFor();
    expect(await page.locator("#check-unread").textContent()).toContain("Title of rule.05");
    await page.evaluate(
      "globalThis.clicks = 0; document.addEventListener('pointerdown', () => { clicks += 1 }, true)",
    );
    await page.locator("#check-verdicts button").click();
    await clickSteady(page.locator('[id="rule-rule.01"] .choices label').nth(2));
    await page.locator("#to-check").click();
    await page.locator("#check-verdicts strong").waitFor();
    expect(await page.evaluate("globalThis.clicks")).toBe(3);
    expect(await page.locator("#check-verdicts strong").textContent()).toBe("Request changes");
    await sign(page);
    await page.locator("#print").waitFor();
    const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.rule_verdicts).toEqual([
      { use_case_id: "rule.01", verdict: "changes_requested", text: "No." },
    ]);
    await close();
  });
});
