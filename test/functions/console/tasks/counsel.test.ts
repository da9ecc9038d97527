import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  clickSteady,
  isFocused,
  openReview,
  overflow,
} from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { type Commissioned, ruleText } from "#test/support/review-fixture.ts";
import { inBench } from "#test/support/ways.ts";

/*
 * Counsel reviews forty rules (seven in a normal test run) with one objection, at reading speed zero.
 * Every stop and click is counted.
 */

const suite = browserSuite();
const OBJECTION = "The second sentence goes beyond the law.";
const rules = Array.from({ length: sized(40, 7) }, (_, i) =>
  ruleText(`rule.${String(i).padStart(2, "0")}`, {
    citations: [{ label: i < 5 ? `Article 50(${i})` : `Annex III, point ${i}` }],
    customer_description_preview: "Words of a description that counsel reads. ".repeat(20),
  }),
);

/** The rule that counsel objects to, near the end. */
const OBJECTED = rules.length - 3;
const objectedId = `rule.${String(OBJECTED).padStart(2, "0")}`;
const objectedRule = (page: Page) => page.locator(`[id="rule-${objectedId}"]`);

/**
 * Counts clicks and keys from now on; a reloaded page starts again at zero. It listens on the document:
 * a press that hits something else because the page moves is repeated, and kept from the document.
 */
async function counted(page: Page) {
  await page.evaluate(
    `globalThis.done = { clicks: 0, tabs: 0, keys: 0 };
    document.addEventListener("pointerdown", () => { done.clicks += 1 }, true);
    addEventListener("keydown", ({ key }) => { done[key === "Tab" ? "tabs" : "keys"] += 1 }, true)`,
  );
  return () => page.evaluate<{ clicks: number; tabs: number; keys: number }>("globalThis.done");
}

/** The recorded decision, and the verdicts that differ from it. */
async function recorded({ review }: Commissioned) {
  const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.id}`);
  const differing = body.rule_verdicts.filter(
    ({ verdict }: { verdict: string }) => verdict !== "approved",
  );
  return { status: body.status, differing };
}

const oneObjection = {
  status: "approved_with_changes",
  differing: [{ use_case_id: objectedId, verdict: "rejected", text: OBJECTION }],
};

async function objectByMouse(page: Page): Promise<void> {
  const rule = objectedRule(page);
  await clickSteady(rule.getByText("Reject", { exact: true }));
  await page.keyboard.insertText(OBJECTION);
}

describe("many rules and one objection", () => {
  test("by mouse: five clicks, one of them the signature, for counsel who approves the rest as a whole", async () => {
    const { page, review, faults, close } = await suite.visit({ rules });
    const done = await counted(page);
    await openReview(page);
    const rule = objectedRule(page);
    await clickSteady(rule.getByText("Reject", { exact: true }));
    // The click moves the focus to the reasons.
    await page.keyboard.insertText(OBJECTION);
    await page.locator('#form label[for="d-approved_with_changes"]').click();
    await page.getByRole("button", { name: "Check before you sign" }).click();
    await atStep(page, "Check before you sign");
    await page.getByRole("button", { name: /^Sign as/ }).click();
    await atStep(page, "Your decision is recorded");
    expect((await done()).clicks).toBe(5);
    expect(await recorded(review)).toEqual(oneObjection);
    expect(faults).toEqual([]);
    await close();
  });

  const through = "by mouse: a click a rule and four more, for who goes through all of them";
  test.each(inBench(through))("%s", async () => {
    const { page, review, faults, close } = await suite.visit({
      rules,
      viewport: { width: 390, height: 844 },
    });
    const done = await counted(page);
    await openReview(page);
    const next = page.getByRole("button", { name: "Approve and next" });
    await page.evaluate(`document.querySelector("#rules article").scrollIntoView()`);
    for (let i = 0; i < rules.length; i += 1) {
      if (i === OBJECTED) {
        await objectByMouse(page);
      }
      await next.click();
    }
    // The decision follows from the verdicts on all the rules.
    expect(await page.locator("#d-approved_with_changes").isChecked()).toBe(true);
    expect(await page.locator("#bar strong").textContent()).toContain("1 objection");
    await page.getByRole("button", { name: "Check before you sign" }).click();
    await page.getByRole("button", { name: /^Sign as/ }).click();
    await atStep(page, "Your decision is recorded");
    expect((await done()).clicks).toBe(rules.length + 4);
    expect(await recorded(review)).toEqual(oneObjection);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await close();
  });

  test("by keyboard: one key per rule, one to object, and few stops before and after", async () => {
    const { page, review, faults, close } = await suite.visit({ rules });
    const done = await counted(page);
    const tabTo = async (selector: string): Promise<void> => {
      for (let i = 0; i < 60 && !(await isFocused(page, selector)); i += 1) {
        await page.keyboard.press("Tab");
      }
      expect([selector, await isFocused(page, selector)]).toEqual([selector, true]);
    };
    await tabTo("#open");
    await page.keyboard.press("Enter");
    await atStep(page, /^Review of/);
    await tabTo("#approve-next");
    for (let i = 0; i < rules.length; i += 1) {
      if (i !== OBJECTED) await page.keyboard.press("a");
      else {
        // The objection here is a rejection: an arrow key turns the wish for changes into one.
        await page.keyboard.press("o");
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Tab");
        await page.keyboard.insertText(OBJECTION);
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("j");
      }
    }
    expect(await isFocused(page, "#decision")).toBe(true);
    await tabTo("#form [type=submit]");
    await page.keyboard.press("Enter");
    await atStep(page, "Check before you sign");
    expect(await axeViolations(page)).toEqual([]);
    await tabTo("#sign");
    await page.keyboard.press("Enter");
    await atStep(page, "Your decision is recorded");
    const { clicks, tabs, keys } = await done();
    expect(clicks).toBe(0);
    expect(tabs).toBeLessThanOrEqual(30);
    expect(keys).toBeLessThanOrEqual(rules.length + 12);
    expect(await recorded(review)).toEqual(oneObjection);
    expect(faults).toEqual([]);
    await close();
  });
});
