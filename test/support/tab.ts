import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from "playwright-core";

/** A tab in a browser context of its own. It records everything that must not happen in it. */
export interface Tab {
  page: Page;
  /** Console errors, script errors, policy violations and requests to other hosts, as they come. */
  faults: string[];
  /** The addresses that the current document has requested and that have no answer yet. */
  unanswered(): string[];
  /** Opens an address. From then on, the page may send requests only to its host. */
  goTo(url: string): Promise<void>;
}

/** CSS pixels. */
const DESK = { width: 1280, height: 900 };

/** Records what a page does at intervals, for `lookAgain`. */
const KEEP_INTERVALS = `{
  const acts = new Map();
  const [start, end] = [setInterval, clearInterval];
  globalThis.setInterval = (act, ...more) => {
    const id = start(act, ...more);
    acts.set(id, act);
    return id;
  };
  globalThis.clearInterval = (id) => {
    acts.delete(id);
    end(id);
  };
  globalThis.passIntervals = () => acts.forEach((act) => act());
}`;

/** Makes a page do now what it does at intervals, such as asking for news, to save the wait. */
export const lookAgain = (page: Page): Promise<void> => page.evaluate("passIntervals()");

/** Tabs that no test uses at present, in the order in which they came to rest. */
const kept = globalThis as { restingTabs?: Map<BrowserContext, Tab> };

function resting(): Map<BrowserContext, Tab> {
  kept.restingTabs ??= new Map();
  return kept.restingTabs;
}

export const isResting = (context: BrowserContext): boolean => resting().has(context);

export async function newTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: DESK,
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    acceptDownloads: true,
    ...options,
  });
  const faults: string[] = [];
  const underWay = new Set<Request>();
  /** Requests that were made before the request for the newest document. */
  let before: Request[] = [];
  let host = "";
  context.on("request", (request) => {
    if (request.isNavigationRequest()) before = [...underWay];
    underWay.add(request);
    const asked = new URL(request.url());
    if (asked.protocol.startsWith("http") && asked.host !== host) faults.push(`asked ${asked}`);
  });
  // The response counts as the answer, because its body may stay unread.
  context.on("response", (response) => underWay.delete(response.request()));
  context.on("requestfailed", (request) => underWay.delete(request));
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`script: ${error.error().message}`));
  await context.addInitScript(KEEP_INTERVALS);
  await context.addInitScript(
    'addEventListener("securitypolicyviolation",e=>console.error("policy: "+e.violatedDirective))',
  );
  const page = await context.newPage();
  // The browser may not report how requests of a replaced document ended.
  page.on("domcontentloaded", () => {
    for (const request of before) underWay.delete(request);
  });
  const goTo = async (url: string): Promise<void> => {
    ({ host } = new URL(url));
    // Requests of the previous page no longer get answers.
    underWay.clear();
    await page.goto(url);
  };
  const unanswered = () => [...underWay].map((request) => request.url());
  return { page, faults, unanswered, goTo };
}

/**
 * A tab that knows nothing of earlier tests, if possible a resting one: a new one costs more than what
 * it shows.
 */
export async function takeTab(browser: Browser): Promise<Tab> {
  for (const [context, tab] of resting()) {
    resting().delete(context);
    if (!tab.page.isClosed()) return tab;
  }
  return newTab(browser, { permissions: ["clipboard-read", "clipboard-write"] });
}

/** The events to which a test may have listened. */
const heard = [
  ...(["request", "response", "requestfinished", "requestfailed"] as const),
  ...(["dialog", "download", "filechooser", "popup"] as const),
];

/** A request that a test no longer awaits may end after its page, which must cause no error. */
export const UNROUTE = { behavior: "ignoreErrors" } as const;

/** Removes a test's listeners and routes. */
export async function hearNothing(page: Page): Promise<void> {
  for (const event of heard) page.removeAllListeners(event);
  await page.unrouteAll(UNROUTE);
}

/**
 * Resets a tab to the state of a new one, except for its history, and leaves it for the next test. Not
 * for tabs that a test has altered for good (scripts on load, devices, the page's clock).
 */
export async function restTab(tab: Tab): Promise<void> {
  const { page, faults } = tab;
  if (page.isClosed()) return;
  const context = page.context();
  await hearNothing(page);
  await Promise.all(context.pages().map((one) => (one === page ? null : one.close())));
  await context.setOffline(false);
  if (page.url().startsWith("http")) {
    await page.evaluate("sessionStorage.clear(); localStorage.clear()");
  }
  await page.goto("about:blank");
  await context.clearCookies();
  await page.emulateMedia({
    colorScheme: null,
    media: null,
    reducedMotion: null,
    forcedColors: null,
  });
  if (page.viewportSize()?.width !== DESK.width) await page.setViewportSize(DESK);
  faults.length = 0;
  resting().set(context, tab);
}
