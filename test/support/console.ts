import type { Browser, BrowserContextOptions, Cookie, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFailed } from "vitest";
import { enterScreen, leave } from "./arrive.ts";
import { browserOfThisProcess, closePages } from "./browser.ts";
import { atStep, type CounselPage } from "./counsel-page.ts";
import { type Role, signInTab } from "./sign-in-tab.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";
import { hearNothing, newTab, restTab, type Tab, takeTab } from "./tab.ts";

export type { Role } from "./sign-in-tab.ts";

export const platformAdmin: Role = { button: "Platform admin" };
export const reader: Role = { button: "Reader" };
export const nobody: Role = { button: "A user without any claims" };
export const orgAdminOf = (tenant: string): Role => ({ button: "Organisation admin", tenant });
export const memberOf = (tenant: string): Role => ({ button: "Member", tenant });

const CONSOLE = "/admin/console";

/** The button of a role on the page "Continue as", once that is shown. */
export async function personButton(page: Page, { button, tenant }: Role): Promise<Locator> {
  await atStep(page, "Continue as");
  const row =
    tenant === undefined
      ? page.locator("form")
      : page.getByRole("heading", { name: tenant, exact: true }).locator("+ .row");
  return row.getByRole("button", { name: button, exact: true });
}

/** A screenshot of each page that a failed test leaves open, in node_modules/.cache/failed. */
const keepPicture = (page: Page): void =>
  onTestFailed(async ({ task }) => {
    const name = task.name.replaceAll(/\W+/g, "-").slice(0, 80);
    if (!page.isClosed()) await page.screenshot({ path: `node_modules/.cache/failed/${name}.png` });
  });

/** The sign-in provider's session of each role; the console itself stores nothing. */
type Sessions = Map<string, Cookie[]>;

/** What a suite needs to open its tabs. */
interface Opening {
  system: TestSystem;
  sessions: Sessions;
}

/** Opens a screen in a tab, signed in. */
async function openScreen(
  tab: Tab,
  path: string,
  role: Role,
  { system, sessions }: Opening,
): Promise<void> {
  const { page } = tab;
  const context = page.context();
  keepPicture(page);
  const key = JSON.stringify(role);
  const signIn = async (): Promise<void> => {
    await context.clearCookies();
    await signInTab(context, system, role);
    sessions.set(key, await context.cookies());
  };
  const session = sessions.get(key);
  await (session === undefined ? signIn() : context.addCookies(session));
  const url = `${system.baseUrl}${CONSOLE}${path}`;
  await tab.goTo(url);
  await page.locator("h1").waitFor();
  if ((await page.locator("#main h1").count()) > 0) return;
  // The provider's session has ended.
  await signIn();
  await tab.goTo(url);
  await page.locator("#main h1").waitFor();
}

/** Continues in the role's tab, or opens another one if a test has failed in it. */
async function visitIn(
  kept: Map<string, CounselPage>,
  path: string,
  role: Role,
  taken: Map<Page, Tab>,
  open: () => Promise<CounselPage>,
): Promise<CounselPage> {
  const key = JSON.stringify(role);
  const found = kept.get(key);
  if (found !== undefined) keepPicture(found.page);
  const opened = found ?? (await open());
  kept.set(key, opened);
  onTestFailed(() => {
    kept.delete(key);
    taken.delete(opened.page);
  });
  await hearNothing(opened.page);
  const { page } = opened;
  const dialog = page.locator("dialog[open]");
  if ((await dialog.count()) > 0) {
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  await leave(page);
  // An answer to the previous screen may be a fault, which does not belong to this test.
  await expect.poll(opened.unanswered).toEqual([]);
  opened.faults.length = 0;
  if (path !== "/nowhere") await enterScreen(page, path);
  return opened;
}

export interface ConsoleSuite {
  readonly system: TestSystem;
  readonly browser: Browser;
  /**
   * Opens a screen in a tab without history that knows nothing of earlier ones. Without options, a
   * resting tab is used again. A test that alters its tab for good passes options, if only `{}`.
   */
  open(path: string, role?: Role, options?: BrowserContextOptions): Promise<CounselPage>;
  /**
   * Goes to a screen in the page that this role's visits in this file share, without routes and faults.
   */
  visit(path: string, role?: Role): Promise<Pick<CounselPage, "page" | "faults">>;
}

/**
 * A system and a connection to the shared browser for the console's tests of one file.
 * @param settingsOf the functions' settings, once the servers that they name have started
 * @param folderOf the state folder that the system starts from; without it, it starts empty
 */
export function consoleSuite(
  settingsOf: () => Promise<Record<string, string>> = async () => ({}),
  folderOf: () => Promise<string> = async () => "memory",
): ConsoleSuite {
  const parts: { system?: TestSystem; browser?: Browser } = {};
  const sessions: Sessions = new Map();
  const kept = new Map<string, CounselPage>();
  /** The tabs that tests have taken and not yet closed, except those in which a test has failed. */
  const taken = new Map<Page, Tab>();
  const openAgain = async (path: string, role: Role): Promise<CounselPage> => {
    const tab = await takeTab(suite.browser);
    const { page } = tab;
    taken.set(page, tab);
    onTestFailed(() => {
      taken.delete(page);
    });
    await openScreen(tab, path, role, { system: suite.system, sessions });
    const close = async (): Promise<void> => {
      if (taken.delete(page)) await restTab(tab);
    };
    return { ...tab, close };
  };
  const openOwn = async (
    path: string,
    role: Role,
    options: BrowserContextOptions,
  ): Promise<CounselPage> => {
    const tab = await newTab(suite.browser, options);
    await openScreen(tab, path, role, { system: suite.system, sessions });
    return { ...tab, close: () => tab.page.context().close() };
  };
  const suite = {
    get system() {
      return parts.system as TestSystem;
    },
    get browser() {
      return parts.browser as Browser;
    },
    open: (path: string, role = platformAdmin, options?: BrowserContextOptions) =>
      options === undefined ? openAgain(path, role) : openOwn(path, role, options),
    visit: (path: string, role = platformAdmin) =>
      visitIn(kept, path, role, taken, () => openAgain("/nowhere", role)),
  };
  beforeAll(async () => {
    parts.system = await startTestSystemWithLog({
      settings: await settingsOf(),
      stateDir: await folderOf(),
    });
    parts.browser = await browserOfThisProcess();
  }, 300_000);
  afterAll(async () => {
    await Promise.all([...taken.values()].map(restTab));
    await closePages(parts.browser);
    await parts.system?.close();
  });
  return suite;
}
