import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { findBrowser } from "./find-browser.ts";
import { isResting, UNROUTE } from "./tab.ts";

/** @param more further arguments of the browser's command line */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ["--no-sandbox", "--font-render-hinting=none", ...more],
  });
}

/**
 * No process is started in advance, and each context uses one. That saves a third of what opening a
 * page costs. The browser's own process draws pictures, without a graphics card's interface in between.
 * No script is optimised: a page of a test ends before that pays, and a tenth of the browser's time went
 * into it.
 */
const LITTLE_WORK = [
  "--renderer-process-limit=1",
  "--num-raster-threads=1",
  "--disable-gpu",
  "--in-process-gpu",
  "--js-flags=--no-opt,--no-maglev",
];

/** A place that outlives the modules of a test file. */
const kept = globalThis as { browserOfThisProcess?: Promise<Browser> };

/** The browser that all test files of a process share; it ends with the process. */
export function browserOfThisProcess(): Promise<Browser> {
  kept.browserOfThisProcess ??= startBrowser(LITTLE_WORK);
  return kept.browserOfThisProcess;
}

/** Closes the pages that a test left open, except for resting tabs. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  const close = async (context: BrowserContext) => {
    await Promise.all(context.pages().map((page) => page.unrouteAll(UNROUTE)));
    await context.close();
  };
  const open = (browser?.contexts() ?? []).filter((context) => !isResting(context));
  await Promise.all(open.map(close));
}
