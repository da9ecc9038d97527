import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startLocalServer } from "#infra/local/local-server.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inMs, type Row } from "./row.ts";

/**
 * A page, and a condition in it that is true from the moment when the page is usable. If this needs a
 * press, the condition presses and records the time in `startedAt`.
 */
interface Usable {
  url: string;
  condition: string;
  storageState?: BrowserContextOptions["storageState"];
}

/** Milliseconds, for each round. */
interface Times {
  opened: number[];
  reloaded: number[];
}

const SLOWER = 4;
/** A screen that is not usable after this time shows something unexpected. */
const GIVEN_UP_MS = 60_000;

/**
 * Records when the first frame in which the condition is true was drawn, also after a reload. It fails
 * if the condition never becomes true.
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

/**
 * How long pages take until they are usable on a CPU slowed four times, opened with nothing cached and
 * reloaded. They take turns, nine times.
 * @param network the network to emulate; otherwise this machine's own
 */
export async function timesOf<Name extends string>(
  browser: Browser,
  pages: Readonly<Record<Name, Usable>>,
  network?: object,
): Promise<Record<Name, Times>> {
  const names = Object.keys(pages) as Name[];
  const none = names.map((name) => [name, { opened: [], reloaded: [] }]);
  const times = Object.fromEntries(none) as Record<Name, Times>;
  for (let round = 0; round < pick(9, 3); round += 1) {
    for (const name of names) {
      const { opened, reloaded } = await openedSlowly(browser, pages[name], network);
      times[name].opened.push(opened);
      times[name].reloaded.push(reloaded);
    }
  }
  return times;
}

/** Medians, and the worst of our own values. @param bare describes the baseline */
export const slowRow = (name: string, own: number[], theirs: number[], bare: string): Row =>
  compared(name, inMs, median(own), median(theirs), {
    value: `${inMs(median(own))} (worst ${inMs(Math.max(...own))})`,
    baseline: `${inMs(median(theirs))} (${bare})`,
  });

async function openedSlowly(
  browser: Browser,
  { url, condition, storageState }: Usable,
  network?: object,
): Promise<{ opened: number; reloaded: number }> {
  const context = await browser.newContext(storageState ? { storageState } : {});
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  if (network !== undefined) {
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", network as never);
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watch(condition));
  const start = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  const opened =
    (await usableAt(page)) - (await page.evaluate<number>(`globalThis.startedAt ?? ${start}`));
  const again = await page.evaluate<number>("(() => { location.reload(); return Date.now() })()");
  await page.waitForEvent("framenavigated");
  const reloaded = (await usableAt(page)) - again;
  await context.close();
  return { opened, reloaded };
}

/** The intermediate pages of the sign-in provider never become usable. */
async function usableAt(page: Page): Promise<number> {
  for (;;) {
    try {
      return await page.evaluate("usableAt");
    } catch (error) {
      if (!/navigation|destroyed|not defined/.test(String(error))) throw error;
    }
  }
}

/** A browser's minimum for the same text: one page, and what it may fetch at /rows. */
export const serveBare = (page: string, rows = "") =>
  startLocalServer((request, response) => {
    const [type, text] = request.url === "/rows" ? ["application/json", rows] : ["text/html", page];
    response
      .writeHead(200, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" })
      .end(text);
  });
