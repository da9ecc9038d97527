import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { clickSteady, overflow, shown, sign } from "#test/support/counsel-page.ts";
import { sampled } from "#test/support/full-size.ts";
import { ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();

const rules = ["2", "3", "4"].map((paragraph) =>
  ruleText(`art50.${paragraph}`, { citations: [{ label: `Article 50(${paragraph})` }] }),
);

/** The outcome and the meaning of a decision with one rule sent back, in each language. */
const said = [
  [
    "en",
    "2 approved with changes, 1 sent back: Art. 50(3)",
    "as shown here, except Art. 50(3), and",
  ],
  [
    "de",
    "2 mit Änderungen genehmigt, 1 zurückgegeben: Art. 50(3)",
    "wie sie hier stehen, ausgenommen Art. 50(3); die",
  ],
  [
    "fr",
    "2 approuvées avec modifications, 1 renvoyée : Art. 50(3)",
    "comme elles figurent ici, sauf Art. 50(3), et",
  ],
  [
    "es",
    "2 aprobadas con cambios, 1 devuelta: Art. 50(3)",
    "como figuran aquí, excepto Art. 50(3), y",
  ],
  [
    "it",
    "2 approvate con modifiche, 1 rinviata: Art. 50(3)",
    "come sono qui, tranne Art. 50(3), e",
  ],
] as const;

test.each([said[0], ...sampled(said.slice(1), 4, 1)])(
  "%s: the check before signing and the receipt say the outcomes first, and name the exception where they say what the decision means",
  async (locale, outcomes, meaning) => {
    const { page, close } = await suite.visit({
      rules,
      locale,
      viewport: { width: 320, height: 640 },
    });
    await page.locator("#open").click();
    await page.locator("#form").waitFor();
    await clickSteady(page.locator('[id="rule-art50.3"] .choices label').nth(2));
    await page.locator("#remark-1").fill("Not yet.");
    await clickSteady(page.locator("#d-approved_with_changes"));
    await page.locator("#form button[type=submit]").click();
    await page.locator("#sign").waitFor();
    expect(await shown(page, "outcomes")).toBe(outcomes);
    expect(await shown(page, "meaning")).toContain(meaning);
    expect(await page.locator('[data-slot="meaning"]:visible strong').textContent()).toContain(
      "Art. 50(3)",
    );
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.locator("#sign").click();
    await page.locator("#print").waitFor();
    expect(await shown(page, "outcomes")).toBe(outcomes);
    expect(await shown(page, "meaning")).toContain(meaning);
    await close();
  },
);

test("a decision that is the same for every rule lists no outcomes, and its meaning has no exception", async () => {
  const { page, close } = await suite.visit({ rules });
  await page.locator("#open").click();
  await clickSteady(page.locator("#d-approved"));
  await page.locator("#form button[type=submit]").click();
  await page.locator("#sign").waitFor();
  expect(await page.locator('[data-slot="outcomes"]:visible').count()).toBe(0);
  expect(await shown(page, "meaning")).toContain("exactly as shown here.");
  await sign(page);
  await page.locator("#print").waitFor();
  await close();
});
