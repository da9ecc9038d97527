import { startBrowser } from "#test/support/browser.ts";
import { buildEstate } from "#test/support/console-estate.ts";
import { signInTab } from "#test/support/sign-in-tab.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import type { Row } from "./row.ts";
import { serveBare, slowRow, timesOf } from "./slow-page.ts";

/** 1.6 Mbit/s down, half of it up, 150 ms for every request. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 800_000 / 8,
};

/** A screen is usable when its heading, its navigation and its first rows are drawn. */
const usable = (row: string): string =>
  `document.querySelector("#main h1, h1") !== null && document.querySelector(".loading") === null && document.querySelector(${JSON.stringify(row)}) !== null`;

/** The same rows by one page, one fetch, one list. */
const bareText = `<!doctype html><title>Reviews</title><body><h1>Reviews</h1><ul></ul><script>
  fetch("/rows").then((answer) => answer.json()).then(({ items }) => {
    for (const item of items) {
      const entry = document.createElement("li");
      entry.textContent = item.framework_id + " " + item.status;
      document.querySelector("ul").append(entry);
    }
  });
</script>`;

/**
 * How long a person waits for the console: first visit and reload, on a slow CPU and network, compared
 * with a bare page that fetches the same rows.
 */
export async function consoleRows(): Promise<Row[]> {
  const system = await startTestSystemWithLog();
  await buildEstate(system);
  const browser = await startBrowser();
  const { text } = await system.admin("GET", "/admin/rule-reviews?limit=25");
  const bareServer = await serveBare(bareText, text);
  try {
    const context = await browser.newContext();
    await signInTab(context, system, { button: "Platform admin" });
    const storageState = await context.storageState();
    const url = `${system.baseUrl}/admin/console`;
    const screens = {
      reviews: { url: `${url}/reviews`, condition: usable("[data-entry]"), storageState },
      home: { url, condition: usable("#do-next li"), storageState },
      bare: { url: bareServer.url, condition: 'document.querySelector("li") !== null' },
    };
    const { reviews, home, bare } = await timesOf(browser, screens, network);
    const fetching = "bare page and one fetch";
    return [
      slowRow("signed-in reload of Reviews", reviews.reloaded, bare.reloaded, fetching),
      slowRow("signed-in reload of Home", home.reloaded, bare.reloaded, fetching),
      slowRow("first visit to Reviews, nothing cached", reviews.opened, bare.opened, fetching),
    ];
  } finally {
    await browser.close();
    await bareServer.close();
    await system.close();
  }
}
