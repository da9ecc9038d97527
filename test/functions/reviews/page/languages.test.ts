import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Language, languageNames, languages } from "#shared/domain/language.ts";
import { browserSuite } from "#test/support/browser-suite.ts";
import { axeViolations, clickSteady, overflow } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";

const suite = browserSuite();

/** Words of our own that are wider than the element they stand in, or broken inside. */
const cutWords = `[...document.querySelectorAll("main h1, main h2, main h3, main h4, main button, main label, main legend, main summary, main dt, main option, .masthead p")]
  .filter((e) => e.offsetParent !== null && !e.closest(".vh") && !e.querySelector("[data-slot]") && !e.closest("[data-slot]"))
  .flatMap((e) => {
    const range = document.createRange();
    const texts = [...e.childNodes].filter((n) => n.nodeType === 3);
    return texts.flatMap((n) => [...n.textContent.matchAll(/[\\p{L}]{2,}/gu)].filter(({ 0: word, index }) => {
      range.setStart(n, index);
      range.setEnd(n, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(([word]) => word));
  })`;

const actionsIn = async (id: string) => {
  const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${id}/audit`);
  return body.items.map(
    (row: { action: string; context: { presented_language?: string } }) =>
      [row.action.split(".")[1], row.context.presented_language] as const,
  );
};

/** The language with the longest words, as an Austrian's browser asks for it; all with the bench. */
const walked = sized<readonly Language[]>(languages, ["de"]);

const steps = ["landing", "passing on", "reading", "check", "receipt"];

/** What axe looks at is the same markup in every language, that of access.test.ts: with the bench. */
const axed = sized(steps, []);

describe("in every language", () => {
  test.each(walked)("%s: at 320 px every step fits, and no word is cut", async (language) => {
    const { page, review, faults, close } = await suite.visit({
      locale: language === "de" ? "de-AT" : language,
      mayDelegate: true,
      viewport: { width: 320, height: 640 },
    });
    const look = async (step: string) => ({
      step,
      wider: (await overflow(page)) > 0,
      cut: await page.evaluate(cutWords),
      axe: axed.includes(step) ? await axeViolations(page) : [],
      lang: await page.locator("html").getAttribute("lang"),
    });
    const found = [await look("landing")];
    await page.locator("#open").click();
    await page.locator("#form").waitFor();
    if (language === "de") await expectGerman(page);
    await page.locator("#pass-on").click();
    await page.locator("#delegation [type=submit]").click();
    found.push(await look("passing on"));
    await page.locator("#keep-it").click();
    await clickSteady(page.locator("#rules .choices label").nth(1));
    await page.locator("#remark-0").fill("A wish.");
    found.push(await look("reading"));
    await clickSteady(page.locator("#d-approved_with_changes"));
    await page.locator("#form button[type=submit]").click();
    await page.locator("#sign").waitFor();
    found.push(await look("check"));
    await page.locator("#sign").click();
    await page.locator("#print").waitFor();
    found.push(await look("receipt"));
    expect(found).toEqual(
      steps.map((step) => ({
        step,
        wider: false,
        cut: [],
        axe: [],
        lang: language,
      })),
    );
    expect(faults).toEqual([]);
    const presented = language === "en" ? undefined : language;
    expect(await actionsIn(review.review.id)).toEqual([
      ["requested", undefined],
      ["viewed_by_counsel", presented],
      ["approved_with_changes", presented],
    ]);
    await close();
  });

  test("an address's lang wins over the browser's; what is no language of the page is ignored", async () => {
    const { token } = await commission(suite.system);
    const get = (query: string, headers: Record<string, string>) =>
      suite.system.api()("GET", `/counsel/review/${token}${query}`, undefined, headers);
    const langOf = async (query: string, locale: string) => {
      const page = await get(query, { accept: "text/html", "accept-language": locale });
      return /<html[^>]* lang="?(\w+)/.exec(page.text)?.[1];
    };
    expect(await langOf("?lang=fr", "de")).toBe("fr");
    expect(await langOf("?lang=xx", "de")).toBe("de");
    expect(await langOf("", "ja")).toBe("en");
    expect((await get("?lang=fr", {})).body.language).toBe("fr");
    expect((await get("?lang=xx", {})).status).toBe(400);
  });

  test("a counsel's own language turns the page, once it is open; the reader's choice wins, and the draft stays", async () => {
    const { token, counselId } = await commission(suite.system);
    await expectStatus(
      suite.system.admin("PATCH", `/admin/counsel/${counselId}`, { language: "de" }),
      200,
    );
    const { page, faults, close } = await suite.open(token);
    await page.getByRole("button", { name: "Open the review" }).click();
    await page.getByRole("heading", { level: 1, name: /^Prüfung:/ }).waitFor();
    await clickSteady(page.locator("#rules .choices label").nth(3));
    await page.locator("#remark-0").fill("Nein.");
    await page.locator(".languages summary").click();
    await page.getByRole("link", { name: languageNames.fr }).click();
    await page.getByRole("heading", { level: 1, name: /^Examen :/ }).waitFor();
    expect(await page.locator("#remark-0").inputValue()).toBe("Nein.");
    expect(faults).toEqual([]);
    await close();
  });
});

/** The page names the language that counts and the decision as recorded, and marks up the rules. */
async function expectGerman(page: Page): Promise<void> {
  await page.locator("#signed-in").waitFor();
  expect(await page.locator("#signed-in").textContent()).toContain("Englisch");
  expect(await page.locator('label[for="d-rejected"]').textContent()).toContain(
    "Ablehnen aufgezeichnet als: Reject",
  );
  expect(await page.locator('label[for="d-rejected"] .signed').getAttribute("lang")).toBe("en");
  expect(await page.locator("#rules article h3").first().getAttribute("lang")).toBe("en");
}
