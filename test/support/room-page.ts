import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { browserOfThisProcess, closePages } from "./browser.ts";
import { type CounselPage, openCounselPage } from "./counsel-page.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";
import { restTab, type Tab, takeTab } from "./tab.ts";

/** Looks like a room's token, but opens no room. */
export const NO_ROOM = "A".repeat(43);

interface Opening extends BrowserContextOptions {
  token?: string;
  isKept?: boolean;
}

interface Suite {
  readonly system: TestSystem;
  /**
   * Opens a room's page in a tab that knows nothing of earlier ones. The tab stays until the test ends,
   * or until the last test ends (`isKept`). Without a token, it opens the page of no room. A test that
   * alters its tab for good passes options other than the window's size.
   */
  open(options?: Opening): Promise<CounselPage>;
}

/** A system and a connection to the shared browser, for the tests of a room's page. */
export function roomPageSuite(prepare: (system: TestSystem) => Promise<void> = async () => {}) {
  const parts: { system?: TestSystem } = {};
  const taken = new Set<Tab>();
  const suite: Suite = {
    get system() {
      return parts.system as TestSystem;
    },
    open: async ({ token = NO_ROOM, isKept = false, viewport, ...options } = {}) => {
      const browser = await browserOfThisProcess();
      const url = `${suite.system.baseUrl}/room/${token}`;
      const size = viewport ? { viewport } : {};
      if (Object.keys(options).length > 0)
        return openCounselPage(browser, url, { ...options, ...size });
      const tab = await takeTab(browser);
      taken.add(tab);
      if (viewport) await tab.page.setViewportSize(viewport);
      await tab.goTo(url);
      const close = async (): Promise<void> => {
        if (taken.delete(tab)) await restTab(tab);
      };
      if (!isKept) onTestFinished(close);
      return { ...tab, close };
    },
  };
  beforeAll(async () => {
    parts.system = await startTestSystemWithLog();
    await prepare(parts.system);
    // The clock may have passed the expiry of the first token.
    parts.system = await withNewToken(parts.system);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...taken].map(restTab));
    await closePages(await browserOfThisProcess());
    await parts.system?.close();
  });
  return suite;
}

/** The same system with a new admin token, issued at its clock's current time. */
export const withNewToken = async (system: TestSystem): Promise<TestSystem> => ({
  ...system,
  admin: system.api(await system.token({ is_platform_admin: true })),
});

/** Presses "Enter" and waits until the room is open. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("heading", { level: 1, name: "What was approved, and by whom" }).waitFor();
}

/** Opens the evidence of the nth result and waits for its verdict: the exit code. */
export async function openEvidence(page: Page, nth = 0): Promise<string | null> {
  await page.getByRole("button", { name: "Show the evidence" }).nth(nth).click();
  const verdict = page.locator(".evidence:not([hidden]) [data-exit]");
  await verdict.waitFor();
  return verdict.getAttribute("data-exit");
}

/** Chooses a file to check and returns what the page says about it. */
export async function checkFile(
  page: Page,
  name: string,
  content: string | Buffer,
): Promise<{ code: string | null; said: string; details: string }> {
  const buffer = Buffer.from(content);
  await page.locator("#file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  const verdict = page.locator(`#file-verdict[data-exit]`, { hasText: `${name}:` });
  await verdict.waitFor();
  return {
    code: await verdict.getAttribute("data-exit"),
    said: (await verdict.textContent()) ?? "",
    details: (await page.locator(".drop").innerText()) ?? "",
  };
}
