import { type IncomingMessage, Server } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { consoleFiles } from "#infra/console-files.ts";
import { startLocalServer } from "#infra/local/local-server.ts";
import { startBrowser } from "#test/support/browser.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { openCounselPage } from "#test/support/counsel-page.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { median } from "./median.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const rounds = pick(9, 3);
const SLOWER = 4;
/** 1.6 Mbit/s down, half of it up, 150 ms for every request. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 800_000 / 8,
};
const USABLE_WITHIN_MS = 1000;
/** How many reviews the queue requests. */
const PAGE = 25;

/** The median page's script and style, and the leanest surveyed application (docs/console.md). */
const MEDIAN_PAGE_KB = 613 + 78;
const FASTMAIL_KB = 2000;

/** A screen is usable when its heading, its navigation and its first rows are drawn. */
const usable = (row: string): string =>
  `document.querySelector("#main h1, h1") !== null && document.querySelector(".loading") === null && document.querySelector(${JSON.stringify(row)}) !== null`;

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

/**
 * How long a person waits for the console: first visit, reload and change of screen, on a slow CPU
 * and network, compared with a bare page that fetches the same rows; and its bytes, compared with
 * published figures.
 */
export async function consoleRows(): Promise<Row[]> {
  const system = await startTestSystemWithLog();
  const endSlowness = slowAhead();
  const estate = await buildEstate(system);
  const browser = await startBrowser();
  const { body } = await system.admin("GET", `/admin/rule-reviews?limit=${PAGE}`);
  const bare = await serveBare(JSON.stringify(body));
  try {
    const measured = await measure(browser, system.baseUrl, bare.url, estate.frameworkId);
    await fillPage(system, estate);
    const full = await reloads(browser, system.baseUrl);
    return [...timeRows(measured, full), ...(await byteRows())];
  } finally {
    await browser.close();
    await bare.close();
    endSlowness();
    await system.close();
  }
}

/**
 * The browser's network throttling does not apply to prefetches, so the server delays those.
 * @returns a function that ends the delay
 */
function slowAhead(): () => void {
  const { emit } = Server.prototype;
  const pageMs = (4000 / network.downloadThroughput) * 1000;
  Server.prototype.emit = function (this: Server, name: string | symbol, ...args: unknown[]) {
    const isAhead = name === "request" && "sec-purpose" in (args[0] as IncomingMessage).headers;
    const pass = () => Reflect.apply(emit, this, [name, ...args]);
    if (!isAhead) return pass();
    setTimeout(pass, network.latency + pageMs);
    return true;
  };
  return () => {
    Server.prototype.emit = emit;
  };
}

/** Requests as many reviews as one page of the queue shows. */
async function fillPage({ admin }: TestSystem, { frameworkId, counselId }: Estate): Promise<void> {
  for (let count = 0; count < PAGE; count += 1) {
    const request = {
      framework_id: frameworkId,
      rule_use_case_ids: ["transparency.notice", "scoring.social"],
      counsel_id: counselId,
    };
    await expectStatus(admin("POST", "/admin/rule-reviews", request), 201);
  }
}

async function reloads(browser: Browser, baseUrl: string): Promise<number[]> {
  const storageState = await signIn(browser, baseUrl);
  const context = await browser.newContext({ storageState });
  const page = await slowPage(context, usable("[data-entry]"));
  await opening(page, `${baseUrl}/admin/console/reviews`);
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await reloading(page));
  await context.close();
  return found;
}

/** The sign-in provider's session of a platform admin. */
async function signIn(browser: Browser, baseUrl: string) {
  const signedIn = await openCounselPage(browser, `${baseUrl}/admin/console/reviews`);
  await signedIn.page.getByRole("button", { name: "Platform admin" }).click();
  await signedIn.page.locator("#main h1").waitFor();
  const storageState = await signedIn.page.context().storageState();
  await signedIn.close();
  return storageState;
}

interface Measured {
  first: number[];
  reload: number[];
  home: number[];
  change: number[];
  bare: number[];
  bareAgain: number[];
}

async function measure(
  browser: Browser,
  baseUrl: string,
  bareUrl: string,
  frameworkId: string,
): Promise<Measured> {
  const storageState = await signIn(browser, baseUrl);
  const found: Measured = { first: [], reload: [], home: [], change: [], bare: [], bareAgain: [] };
  const reviews = usable("[data-entry]");
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ storageState });
    const page = await slowPage(context, reviews);
    found.first.push(await opening(page, `${baseUrl}/admin/console/reviews`));
    found.reload.push(await reloading(page));
    found.change.push(
      await changing(page, `/coverage?framework_id=${frameworkId}`, usable(".cells [data-entry]")),
    );
    await context.close();

    const another = await browser.newContext({ storageState });
    const home = await slowPage(another, usable("#do-next li"));
    await opening(home, `${baseUrl}/admin/console`);
    found.home.push(await reloading(home));
    await another.close();

    const plain = await browser.newContext();
    const least = await slowPage(plain, 'document.querySelector("li") !== null');
    found.bare.push(await opening(least, bareUrl));
    found.bareAgain.push(await reloading(least));
    await plain.close();
  }
  return found;
}

async function slowPage(context: BrowserContext, condition: string): Promise<Page> {
  await context.addInitScript(watch(condition));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return page;
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

async function opening(page: Page, url: string): Promise<number> {
  const start = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  return (await usableAt(page)) - start;
}

async function reloading(page: Page): Promise<number> {
  const start = await page.evaluate<number>("(() => { location.reload(); return Date.now() })()");
  await page.waitForEvent("framenavigated");
  return (await usableAt(page)) - start;
}

/** Milliseconds from the change of the address, as by a link, until the other screen is usable. */
async function changing(page: Page, path: string, condition: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const start = Date.now();
    history.pushState(null, "", ${JSON.stringify(`/admin/console${path}`)});
    ${watch(condition)};
    return (await usableAt) - start;
  })()`);
}

function timeRows(found: Measured, full: readonly number[]): Row[] {
  const ms = (values: readonly number[]): string => `${Math.round(median(values))} ms`;
  const against = (name: string, values: readonly number[], base: readonly number[]): Row => ({
    name,
    value: `${ms(values)} (worst ${Math.max(...values)} ms)`,
    baseline: `${ms(base)} (bare page and one fetch)`,
    ratio: median(values) / median(base),
  });
  const within = (name: string, values: readonly number[]): Row => ({
    name,
    value: `${ms(values)} (worst ${Math.max(...values)} ms)`,
    baseline: `${USABLE_WITHIN_MS} ms (limit)`,
    ratio: median(values) / USABLE_WITHIN_MS,
  });
  return [
    within("signed-in reload of Reviews, usable", found.reload),
    within(`signed-in reload of Reviews, a full page of ${PAGE}, usable`, full),
    within("signed-in reload of Home, usable", found.home),
    against("signed-in reload of Reviews", found.reload, found.bareAgain),
    against("signed-in reload of Home", found.home, found.bareAgain),
    against("first visit to Reviews, nothing cached", found.first, found.bare),
    against("from Reviews to Coverage, opened first", found.change, found.bareAgain),
  ];
}

async function byteRows(): Promise<Row[]> {
  const { files, script, style, preload } = await consoleFiles();
  const loaded = files.filter(({ name }) => [script, style, ...preload].includes(name));
  const compressed = loaded.map(({ gzip }) => Buffer.from(gzip, "base64"));
  const sum = (parts: readonly Buffer[]): number =>
    parts.reduce((bytes, part) => bytes + part.length, 0) / 1000;
  const [gzipped, plain] = [sum(compressed), sum(compressed.map((part) => gunzipSync(part)))];
  const kb = (bytes: number): string => `${bytes.toFixed(1)} KB`;
  return [
    {
      name: "script and style of the first load, gzipped",
      value: kb(gzipped),
      baseline: `${kb(61.44)} (limit)`,
      ratio: gzipped / 61.44,
    },
    {
      name: "the same beside the median page of the web",
      value: kb(gzipped),
      baseline: `${MEDIAN_PAGE_KB} KB (Web Almanac 2024, page weight, desktop)`,
      ratio: gzipped / MEDIAN_PAGE_KB,
    },
    {
      name: "the same uncompressed, beside the leanest application of a survey",
      value: kb(plain),
      baseline: `${FASTMAIL_KB} KB (FastMail; tonsky.me/blog/js-bloat, 2024)`,
      ratio: plain / FASTMAIL_KB,
    },
  ];
}

/** The least a browser can do for the same rows: one page, one fetch, one list. */
async function serveBare(json: string) {
  const page = `<!doctype html><title>Reviews</title><body><h1>Reviews</h1><ul></ul><script>
    fetch("/rows").then((answer) => answer.json()).then(({ items }) => {
      for (const item of items) {
        const entry = document.createElement("li");
        entry.textContent = item.framework_id + " " + item.status;
        document.querySelector("ul").append(entry);
      }
    });
  </script>`;
  return startLocalServer((request, response) => {
    const isRows = request.url === "/rows";
    response
      .writeHead(200, {
        "content-type": isRows ? "application/json" : "text/html; charset=utf-8",
        "cache-control": "no-store",
      })
      .end(isRows ? json : page);
  });
}
