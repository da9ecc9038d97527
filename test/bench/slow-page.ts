import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A page, and a condition in it that holds from the moment when it is usable. */
export interface Usable {
  url: string;
  condition: string;
  storageState?: BrowserContextOptions["storageState"];
}

export const SLOWER = 4;
/** A screen that is not usable by then shows something else than it is expected to. */
const GIVEN_UP_MS = 60_000;

/**
 * Records when the first frame in which the condition holds was drawn, also after a reload; fails
 * when it never holds.
 */
const watch = (condition: string): string => `(() => {
  const givenUpAt = Date.now() + ${GIVEN_UP_MS};
  globalThis.usableAt = new Promise((resolve, reject) => {
    const look = () => {
      if (document.body !== null && ${condition}) requestAnimationFrame(() => resolve(Date.now()));
      else if (Date.now() > givenUpAt) reject(new Error("It never held at " + location.href + ${JSON.stringify(`: ${condition}`)}));
      else requestAnimationFrame(look);
    };
    look();
  });
})()`;

/** A page in a context of its own, on a CPU that is slower by {@link SLOWER} times. */
export async function slowPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  network?: object,
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  const devtools = await page.context().newCDPSession(page);
  if (network !== undefined) {
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", network as never);
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return page;
}

/** Milliseconds until it is usable on a slow CPU and network: nothing cached, and after a reload. */
export async function openedSlowly(
  browser: Browser,
  { url, condition, storageState }: Usable,
  network: object,
): Promise<{ opened: number; reloaded: number }> {
  const page = await slowPage(browser, storageState ? { storageState } : {}, network);
  await page.addInitScript(watch(condition));
  const start = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  const opened = (await usableAt(page)) - start;
  const again = await page.evaluate<number>("(() => { location.reload(); return Date.now() })()");
  await page.waitForEvent("framenavigated");
  const reloaded = (await usableAt(page)) - again;
  await page.context().close();
  return { opened, reloaded };
}

/** The intermediate pages, on the way through the sign-in provider, never become usable. */
async function usableAt(page: Page): Promise<number> {
  for (;;) {
    try {
      return await page.evaluate("usableAt");
    } catch (error) {
      if (!/navigation|destroyed|not defined/.test(String(error))) throw error;
    }
  }
}
