import { type IncomingMessage, Server } from "node:http";
import type { Browser } from "playwright-core";
import { consoleFiles } from "#infra/console-files.ts";
import { startLocalServer } from "#infra/local/local-server.ts";
import { startBrowser } from "#test/support/browser.ts";
import { buildEstate } from "#test/support/console-estate.ts";
import { signInTab } from "#test/support/sign-in-tab.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inMs, type Row } from "./row.ts";
import { openedSlowly, type Usable } from "./slow-page.ts";

/** 1.6 Mbit/s down, half of it up, 150 ms for every request. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 800_000 / 8,
};
const LIMIT_KB = 61.44;

/** A screen is usable when its heading, its navigation and its first rows are drawn. */
const usable = (row: string): string =>
  `document.querySelector("#main h1, h1") !== null && document.querySelector(".loading") === null && document.querySelector(${JSON.stringify(row)}) !== null`;

/**
 * How long a person waits for the console: first visit and reload, on a slow CPU and network, compared
 * with a bare page that fetches the same rows; and the bytes of the first load.
 */
export async function consoleRows(): Promise<Row[]> {
  const system = await startTestSystemWithLog();
  const endSlowness = slowAhead();
  await buildEstate(system);
  const browser = await startBrowser();
  const { body } = await system.admin("GET", "/admin/rule-reviews?limit=25");
  const bare = await serveBare(JSON.stringify(body));
  try {
    const context = await browser.newContext();
    await signInTab(context, system, { button: "Platform admin" });
    const storageState = await context.storageState();
    const console = `${system.baseUrl}/admin/console`;
    const screens: Record<"reviews" | "home" | "bare", Usable> = {
      reviews: { url: `${console}/reviews`, condition: usable("[data-entry]"), storageState },
      home: { url: console, condition: usable("#do-next li"), storageState },
      bare: { url: bare.url, condition: 'document.querySelector("li") !== null' },
    };
    return [...(await timeRows(browser, screens)), await bytesRow()];
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

async function timeRows<Name extends "reviews" | "home" | "bare">(
  browser: Browser,
  screens: Record<Name, Usable>,
): Promise<Row[]> {
  const times = { reviews: [], home: [], bare: [] } as Record<
    string,
    { opened: number; reloaded: number }[]
  >;
  for (let round = 0; round < pick(9, 3); round += 1) {
    for (const [name, screen] of Object.entries<Usable>(screens)) {
      times[name]?.push(await openedSlowly(browser, screen, network));
    }
  }
  const row = (name: string, screen: string, act: "opened" | "reloaded"): Row => {
    const [own = [], bare = []] = [times[screen], times.bare].map((all) =>
      all?.map((time) => time[act]),
    );
    return compared(name, inMs, median(own), median(bare), {
      value: `${inMs(median(own))} (worst ${inMs(Math.max(...own))})`,
      baseline: `${inMs(median(bare))} (bare page and one fetch)`,
    });
  };
  return [
    row("signed-in reload of Reviews", "reviews", "reloaded"),
    row("signed-in reload of Home", "home", "reloaded"),
    row("first visit to Reviews, nothing cached", "reviews", "opened"),
  ];
}

async function bytesRow(): Promise<Row> {
  const { files, script, style, preload } = await consoleFiles();
  const loaded = files.filter(({ name }) => [script, style, ...preload].includes(name));
  const bytes = loaded.reduce((sum, { gzip }) => sum + Buffer.from(gzip, "base64").length, 0);
  const kb = (kilobytes: number): string => `${kilobytes.toFixed(1)} KB`;
  const name = "script and style of the first load, gzipped";
  return compared(name, kb, bytes / 1000, LIMIT_KB, { baseline: `${kb(LIMIT_KB)} (limit)` });
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
