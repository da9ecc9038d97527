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
 * No process started in advance, one for a context: a third of what opening a page costs. Pictures are
 * drawn by the browser's own process, without a graphics card's interface in between.
 */
const FEW_PROCESSES = [
  "--renderer-process-limit=1",
  "--num-raster-threads=1",
  "--disable-gpu",
  "--in-process-gpu",
];

/** Where it outlives the modules of a test file. */
const kept = globalThis as { browserOfThisProcess?: Promise<Browser> };

/** The browser that all test files of a process share; it ends with the process. */
export function browserOfThisProcess(): Promise<Browser> {
  kept.browserOfThisProcess ??= startBrowser(FEW_PROCESSES);
  return kept.browserOfThisProcess;
}

/** Closes what a test has left open, but for the tabs that rest. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  const close = async (context: BrowserContext) => {
    await Promise.all(context.pages().map((page) => page.unrouteAll(UNROUTE)));
    await context.close();
  };
  const open = (browser?.contexts() ?? []).filter((context) => !isResting(context));
  await Promise.all(open.map(close));
}
