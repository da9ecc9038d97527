import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { startLocalServer } from "#infra/local/local-server.ts";
import { html, trusted } from "#shared/html/html.ts";
import { startBrowser } from "#test/support/browser.ts";
import { commission, type RuleText, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inMs, inUnit, type Row } from "./row.ts";
import { SLOWER, slowPage } from "./slow-page.ts";

const ROUNDS = pick(9, 3);
const LIMIT_KB = 30;

const rules = Array.from({ length: 100 }, (_, i) =>
  ruleText(`rule.${i}`, {
    customer_description_preview: "What the customer reads about it, at some length. ".repeat(8),
    suggested_verdict_copy: "What is suggested to be said about it, at some length. ".repeat(8),
  }),
);

/**
 * The counsel page against the least a browser can do: from the button to a hundred rules on the
 * screen, compared with loading the same text as a bare HTML page; both with the CPU slowed four
 * times, interleaved, the median of nine. And the page's weight, compared with its goal.
 */
export async function pageRows(): Promise<Row[]> {
  const system = await startTestSystemWithLog();
  const bare = await serveBare(rules);
  const browser = await startBrowser();
  try {
    const { link } = await commission(system, { rules });
    // A first request, not timed: the function's start and the first view's write have own rows.
    await fetch(link);
    const own: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await slowly(browser, link, openRules));
      plain.push(await slowly(browser, bare.url, (page) => page.evaluate("ready")));
    }
    return [
      compared(
        `counsel page: 100 rules readable, CPU slowed ${SLOWER}x`,
        inMs,
        median(own),
        median(plain),
        { baseline: `${inMs(median(plain))} (bare page with the same text)` },
      ),
      compared(
        "counsel page: HTML, style, script and texts, as it travels",
        inUnit("KB", 1),
        (await bytesOf(link)) / 1024,
        LIMIT_KB,
        { baseline: `${LIMIT_KB} KB (limit)` },
      ),
    ];
  } finally {
    await browser.close();
    await bare.close();
    await system.close();
  }
}

/** How many bytes of a page travel to a browser, which accepts gzip. */
async function bytesOf(url: string): Promise<number> {
  const headers = { accept: "text/html", "accept-encoding": "gzip" };
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  return (await buffer(answer)).byteLength;
}

async function slowly(
  browser: Browser,
  url: string,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const page = await slowPage(browser);
  await page.goto(url);
  const milliseconds = await measure(page);
  await page.context().close();
  return milliseconds;
}

/** Milliseconds from the press of the button until the last rule has been drawn. */
const openRules = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    document.getElementById("open").click();
    const look = () => {
      const drawn = document.querySelectorAll("article").length === ${rules.length};
      requestAnimationFrame(drawn ? () => resolve(performance.now() - start) : look);
    };
    look();
  })`);

/** The same text without any style, or any script but the timing. */
async function serveBare(texts: readonly RuleText[]) {
  const articles = texts.map(
    (rule) =>
      html`<article><h3>${rule.title}</h3><p>${rule.use_case_id}</p><ul>${rule.citations.map(
        ({ label, url = "" }) => html`<li><a href="${url}">${label}</a></li>`,
      )}</ul><p>${rule.customer_description_preview}</p><p>${rule.suggested_verdict_copy}</p></article>`,
  );
  const clock =
    "<script>ready = new Promise((resolve) => requestAnimationFrame(() =>" +
    " requestAnimationFrame(() => resolve(performance.now()))))</script>";
  const { markup } = html`<!doctype html><title>Rules</title>${articles}${trusted(clock)}`;
  return startLocalServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(markup);
  });
}
