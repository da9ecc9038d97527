import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Language, languageNames, languages } from "#shared/domain/language.ts";
import { browserSuite } from "#test/support/browser-suite.ts";
import { axeViolations, clickSteady, overflow } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";

const suite = browserSuite();

/** The page's own words that are wider than the element that contains them, or broken inside. */
const cutWords = `[...document.querySelectorAll("main h1, main h2, main h3, main h4, main button, main label, main legend, main summary, main dt, main option, .masthead p, .masthead a")]
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

/** Whether the filter is too narrow for the longest of its names. */
const isFilterCut = `(() => {
  const filter = document.getElementById("filter");
  const { offsetWidth } = filter;
  filter.style.minWidth = "max-content";
  const needed = filter.offsetWidth;
  filter.style.minWidth = "";
  return needed > offsetWidth;
})()`;

const actionsIn = async (id: string) => {
  const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${id}/audit`);
  return body.items.map(
    (row: { action: string; context: { presented_language?: string } }) =>
      [row.action.split(".")[1], row.context.presented_language] as const,
  );
};

/**
 * The language with the longest words, as an Austrian's browser asks for it; in the bench, all of them.
 */
const walked = sized<readonly Language[]>(languages, ["de"]);

const steps = ["landing", "passing on", "reading", "check", "receipt"];

/**
 * The steps that axe checks: only in the bench, because the markup is the same in every language and
 * access.test.ts checks it.
 */
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
    const menu = page.locator(".languages summary");
    await menu.click();
    const found = [await look("landing")];
    await menu.click();
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
    expect(await page.evaluate(isFilterCut)).toBe(false);
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

  test("the lang in an address wins over the browser's, and a language that the page does not have is ignored", async () => {
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

  test("the page turns to counsel's own language once it is open; the reader's choice wins, and the draft stays", async () => {
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

/** Each text on the page, even a hidden one, with the language that it is marked with. */
const textsByLanguage = `(() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    if (text !== "") found.push([walker.currentNode.parentElement.closest("[lang]").lang, text]);
  }
  return found;
})()`;

describe("a German page of rules in English", () => {
  test("marks the rule book's words as English, but none of its own", async () => {
    const rules = [
      ruleText("rule.a", { title: "A title of the book", citations: [{ label: "Article 9(1)" }] }),
      ruleText("rule.b", { title: "Another title of the book" }),
    ];
    const first = await commission(suite.system, { rules });
    const decided = { decision: "approved" };
    await expectStatus(
      suite.system.api()("POST", `/counsel/review/${first.token}/decide`, decided),
      200,
    );
    const amended = { rules: [{ ...rules[0], title: "A later title of the book" }] };
    await expectStatus(
      suite.system.admin("PUT", `/admin/frameworks/${first.frameworkId}/rules`, amended),
      200,
    );
    const { token } = await requestReview(suite.system, first);
    const { page, close } = await suite.open(token, { locale: "de" });
    const found = async () => (await page.evaluate(textsByLanguage)) as [string, string][];
    const languagesOf = async (part: RegExp) => [
      ...new Set((await found()).flatMap(([lang, text]) => (part.test(text) ? [lang] : []))),
    ];
    const ofBook = [/title of the book/, /^Article/, /What the customer reads/, /What we suggest/];
    const own = [/öffnet einen neuen Tab/, /^Geändert/, /zuletzt genehmigt|vorher|jetzt/, /Regel/];
    await page.locator("#open").click();
    await page.locator("#form").waitFor();
    for (const part of ofBook) expect([part, await languagesOf(part)]).toEqual([part, ["en"]]);
    for (const part of own) expect([part, await languagesOf(part)]).toEqual([part, ["de"]]);
    await clickSteady(page.locator("#rules .choices label").nth(3));
    await page.locator("#remark-0").fill("Nein.");
    await clickSteady(page.locator("#d-changes_requested"));
    await page.locator("#comment").fill("Bitte ändern.");
    await page.locator("#form button[type=submit]").click();
    await page.locator("#sign").waitFor();
    expect(await languagesOf(/title of the book/)).toEqual(["en"]);
    expect(await languagesOf(/nicht zu Ende gelesen/)).toEqual(["de"]);
    await page.locator("#sign").click();
    await page.locator("#print").waitFor();
    expect(await languagesOf(/title of the book/)).toEqual(["en"]);
    await close();
  });

  test("says in German, by the code, why a link ended; the service's own English words are not shown", async () => {
    const { page, close } = await suite.visit({ locale: "de" });
    const reason = page.locator("#reason");
    for (const [problem, said] of [
      [
        { code: "review_expired", ended_at: "2026-11-05T10:15:00.000Z" },
        "Sie ist am 5. November 2026 um 10:15 UTC abgelaufen. Anfrage r-1.",
      ],
      [{ code: "review_cancelled" }, "Anfrage r-1."],
      [{ code: "panel_decided" }, "Andere Anwälte des Gremiums haben entschieden. Anfrage r-1."],
      [{ code: "review_delegated" }, "Sie haben sie an jemand anderen weitergegeben. Anfrage r-1."],
      [{ code: "a_code_of_tomorrow" }, "Anfrage r-1."],
      [{ code: "constructor" }, "Anfrage r-1."],
    ] as const) {
      await page.route("**/counsel/review/*", (route) =>
        route.request().resourceType() === "fetch"
          ? route.fulfill({
              status: 410,
              contentType: "application/problem+json",
              body: JSON.stringify({ ...problem, detail: "English words.", request_id: "r-1" }),
            })
          : route.continue(),
      );
      await page.reload();
      await page.locator("#open").click();
      await reason.waitFor();
      expect([problem.code, (await reason.innerText()).trim()]).toEqual([problem.code, said]);
      expect(await page.getByText("English words.").count()).toBe(0);
      await page.unroute("**/counsel/review/*");
    }
    await close();
  });

  test("tells when a request expired, and why an invitation for a passkey has ended", async () => {
    const { review, token, counselId } = await commission(suite.system, { expiryDays: 1 });
    const invite = () =>
      expectStatus(suite.system.admin("POST", `/admin/counsel/${counselId}/key-invitation`), 201);
    const { body: replaced } = await invite();
    const { body: invitation } = await invite();
    const why = async (path: string) => (await suite.system.api()("GET", path)).body;
    const path = (url: string) => new URL(url).pathname;
    expect(await why(path(replaced.url))).toMatchObject({
      code: "invitation_ended",
      ended: "replaced",
    });
    await suite.system.advance(30 * 86_400);
    expect(await why(`/counsel/review/${token}`)).toMatchObject({
      code: "review_expired",
      ended_at: review.expires_at,
    });
    expect(await why(path(invitation.url))).toMatchObject({
      code: "invitation_ended",
      ended: "expired",
      ended_at: invitation.expires_at,
    });
    const { page, close } = await suite.open("none", { locale: "de" });
    await page.goto(suite.system.baseUrl + path(invitation.url));
    await page.locator("#open").click();
    await page
      .locator("#reason")
      .getByText(/^Sie ist am .* UTC abgelaufen\./)
      .waitFor();
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
