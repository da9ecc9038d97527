import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Language, languages } from "#shared/domain/language.ts";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  colourViolations,
  openCounselPage,
  overflow,
} from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";

/* Mails as their readers see them, on the page of the local run that shows every sent mail. */

const suite = browserSuite();

/** The folder for screenshots; none are taken without it. */
const pictures = process.env.MAIL_SCREENSHOTS;

/**
 * Each width and each colour scheme once: the colours do not depend on the width, and nothing else
 * depends on the colours.
 */
const looks = [
  ["light", 1280, axeViolations],
  ["dark", 320, colourViolations],
] as const;

/** One mail; with the bench all mails, which differ in their words. */
const looked = sized(undefined, "article:first-of-type");

/** Every test run tries two of the languages; mail.test.ts reads the words in all languages. */
const tried = sized<readonly Language[]>(languages, ["de", "fr"]);

/** Mails a request to a counsel who reads one language; returns the address and the link. */
async function mailed(language: string): Promise<{ email: string; link: string }> {
  const first = await commission(suite.system);
  await expectStatus(
    suite.system.admin("PATCH", `/admin/counsel/${first.counselId}`, { language }),
    200,
  );
  const { email, link } = await requestReview(suite.system, first, { deliver: "mail" });
  // Whichever run of the courier takes the mail: the page shows only what was sent before it is opened.
  const isSent = async () => {
    await expectStatus(suite.system.api()("POST", "/_local/schedules/courier/run"), 200);
    const { items } = (await suite.system.api()("GET", "/_local/outbox")).body;
    return items.some(({ to }: { to: string[] }) => to[0] === email);
  };
  await expect.poll(isSent).toBe(true);
  return { email, link };
}

// Opens a tab of its own, because the frame of a mail may stay empty in a tab that was used before.
const outbox = () => openCounselPage(suite.browser, `${suite.system.baseUrl}/_local/outbox`);

/** The mail to an address on the page, with the frame that shows it. */
const mailTo = (page: Page, email: string) => {
  const article = page.locator("article", { hasText: email });
  return { article, frame: article.frameLocator("iframe") };
};

interface Root {
  lang: string;
  clientWidth: number;
  querySelectorAll(of: string): Iterable<{ getBoundingClientRect(): { right: number } }>;
}

/** A mail's language, and the parts of the mail that are missing or wider than its frame. */
function shapeOf(node: unknown, parts: string[]): [lang: string, beyond: string[]] {
  const root = node as Root;
  const fits = (part: string): boolean => {
    const found = [...root.querySelectorAll(part)];
    return (
      found.length === 1 &&
      found.every((one) => one.getBoundingClientRect().right <= root.clientWidth)
    );
  };
  return [root.lang, parts.filter((part) => !fits(part))];
}

describe("the outbox of the local run", () => {
  test("shows a mail as its reader sees it and as text, and its link leads to the review", async () => {
    const { email, link } = await mailed("en");
    const { page, faults, close } = await outbox();
    const { article, frame } = mailTo(page, email);
    await frame.getByRole("link", { name: "Open the review" }).waitFor();
    expect(await article.locator("pre").textContent()).toContain(link);
    const [opened] = await Promise.all([
      page.context().waitForEvent("page"),
      frame.getByRole("link", { name: "Open the review" }).click(),
    ]);
    await atStep(opened, "You are asked to review a set of rules");
    expect(opened.url().split("?")[0]).toBe(link);
    expect(faults).toEqual([]);
    await close();
  });

  test("a mail in each language is whole and readable, wide and narrow, light and dark", async () => {
    const sent = await Promise.all(tried.map(mailed));
    const { page, faults, close } = await outbox();
    for (const [colorScheme, width, violations] of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      for (const [i, { email }] of sent.entries()) {
        const root = mailTo(page, email).frame.locator("html");
        const [lang, beyond] = await root.evaluate(shapeOf, [".mail", "a.open", ".address"]);
        expect([lang, beyond]).toEqual([tried[i], []]);
      }
      expect(await violations(page, looked)).toEqual([]);
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: `${pictures}/${colorScheme}-${width}.png`, fullPage: true });
      }
    }
    expect(faults).toEqual([]);
    await close();
  });
});
