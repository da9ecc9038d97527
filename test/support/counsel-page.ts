import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { newTab, restTab, type Tab, takeTab } from "./tab.ts";

const axeSource = readFileSync(
  fileURLToPath(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url)),
  "utf8",
);

export interface CounselPage extends Omit<Tab, "goTo"> {
  close(): Promise<void>;
}

/** Opens a link in a browser context of its own and records everything that must not happen. */
export async function openCounselPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<CounselPage> {
  const { goTo, ...tab } = await newTab(browser, options);
  await goTo(url);
  return { ...tab, close: () => tab.page.context().close() };
}

/**
 * Opens an address in a tab that knows nothing of earlier tests, and leaves it for the next test. A new
 * browser context costs more than what it shows. Not for a test that alters its tab for good.
 */
export async function openInRestingTab(browser: Browser, url: string): Promise<CounselPage> {
  const tab = await takeTab(browser);
  // The previous page may have reported faults meanwhile.
  tab.faults.length = 0;
  await tab.goTo(url);
  return { ...tab, close: () => restTab(tab) };
}

/** Waits until the page shows the step with this heading. */
export const atStep = (page: Page, heading: string | RegExp): Promise<void> =>
  page.locator("h1", { hasText: heading }).waitFor();

export async function openReview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the review" }).click();
  await atStep(page, /^Review of/);
}

/** All of WCAG, axe's best practices, and the size of targets. @param within a selector */
export const axeViolations = (page: Page, within?: string): Promise<string[]> =>
  violations(page, '{ rules: { "target-size": { enabled: true } } }', within);

/** Violations of axe's rules on colours: nothing else changes with the colour scheme. */
export const colourViolations = (page: Page, within?: string): Promise<string[]> =>
  violations(page, '{ runOnly: ["color-contrast", "link-in-text-block"] }', within);

async function violations(page: Page, options: string, within?: string): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axeSource);
  return page.evaluate(
    `axe.run(${within === undefined ? "document" : JSON.stringify(within)}, { resultTypes: ["violations"], ...${options} })
      .then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" | ").slice(0, 400)))`,
  );
}

/** By how many CSS pixels the page's content is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(`Math.max(
    document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("main *")].map((e) => Math.floor(e.getBoundingClientRect().right)),
  ) - document.documentElement.clientWidth`);

/** Presses Tab until the focus is on what the selector names, as someone without a mouse does. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 300; presses += 1) {
    await page.keyboard.press("Tab");
    if (await isFocused(page, selector)) return;
  }
  throw new Error(`Tab never reached ${selector}.`);
}

export const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);

/**
 * Clicks a target on the way through a review. A rule gets its height only when it comes near the view,
 * so we scroll to the target first: it then no longer moves between press and release.
 */
export async function clickSteady(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.click();
}

/** Fills in the form and continues to the check, with the mouse. */
export async function fillForm(page: Page, decision: string, comment = ""): Promise<void> {
  await clickSteady(page.locator("#form").getByRole("radio", { name: decision, exact: true }));
  await page.locator("#comment").fill(comment);
  await page.getByRole("button", { name: "Check before you sign" }).click();
  await atStep(page, "Check before you sign");
}

export const sign = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^Sign as/ }).click();

/** The text of the first visible slot with that name. */
export const shown = async (page: Page, slot: string): Promise<string> =>
  (await page.locator(`[data-slot="${slot}"]:visible`).first().textContent()) ?? "";
