import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFailed } from "vitest";
import { browserOfThisProcess, closePages } from "./browser.ts";
import { atStep, type CounselPage, openCounselPage } from "./counsel-page.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";

/** The users that the local sign-in page offers. */
export interface Role {
  button: string;
  /** The heading above the button. */
  tenant?: string;
}

export const platformAdmin: Role = { button: "Platform admin" };
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
type Sessions = Map<string, BrowserContextOptions["storageState"]>;

/** Opens a screen in a browser context of its own, signed in. */
async function openConsole(
  browser: Browser,
  baseUrl: string,
  path: string,
  role: Role,
  options: BrowserContextOptions,
  sessions: Sessions,
): Promise<CounselPage> {
  const key = JSON.stringify(role);
  const storageState = sessions.get(key);
  const opened = await openCounselPage(browser, `${baseUrl}${CONSOLE}${path}`, {
    ...(storageState === undefined ? {} : { storageState }),
    ...options,
  });
  const { page } = opened;
  keepPicture(page);
  await page.locator("h1").waitFor();
  if ((await page.locator("#main h1").count()) === 0) {
    await (await personButton(page, role)).click();
    await page.locator("#main h1").waitFor();
    sessions.set(key, await page.context().storageState());
  }
  return opened;
}

interface Suite {
  readonly system: TestSystem;
  readonly browser: Browser;
  open(path: string, role?: Role, options?: BrowserContextOptions): Promise<CounselPage>;
}

/**
 * A system and a connection to the shared browser for the console's tests of one file.
 * @param settingsOf the functions' settings, once the servers that they name have started
 * @param folderOf the state folder that the system starts from; without it, it starts empty
 */
export function consoleSuite(
  settingsOf: () => Promise<Record<string, string>> = async () => ({}),
  folderOf: () => Promise<string> = async () => "memory",
): Suite {
  const parts: { system?: TestSystem; browser?: Browser } = {};
  const sessions: Sessions = new Map();
  const suite = {
    get system() {
      return parts.system as TestSystem;
    },
    get browser() {
      return parts.browser as Browser;
    },
    open: (path: string, role = platformAdmin, options: BrowserContextOptions = {}) =>
      openConsole(suite.browser, suite.system.baseUrl, path, role, options, sessions),
  };
  beforeAll(async () => {
    parts.system = await startTestSystemWithLog({
      settings: await settingsOf(),
      stateDir: await folderOf(),
    });
    parts.browser = await browserOfThisProcess();
  }, 300_000);
  afterAll(async () => {
    await closePages(parts.browser);
    await parts.system?.close();
  });
  return suite;
}
