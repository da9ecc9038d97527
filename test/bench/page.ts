import { html } from "#shared/html/html.ts";
import { startBrowser } from "#test/support/browser.ts";
import { commission, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import type { Row } from "./row.ts";
import { serveBare, slowRow, timesOf } from "./slow-page.ts";

const rules = Array.from({ length: 100 }, (_, i) =>
  ruleText(`rule.${i}`, {
    customer_description_preview: "What the customer reads about it, at some length. ".repeat(8),
    suggested_verdict_copy: "What is suggested to be said about it, at some length. ".repeat(8),
  }),
);

/** Whether all rules are drawn. */
const drawn = `document.querySelectorAll("article").length === ${rules.length}`;
/** Whether the button has been pressed. */
const pressed = `(globalThis.startedAt ??= document.readyState === "complete" ? (document.getElementById("open").click(), Date.now()) : undefined)`;

/** The same text without any style or script. */
const bareText = html`<!doctype html><title>Rules</title>${rules.map(
  (rule) =>
    html`<article><h3>${rule.title}</h3><p>${rule.use_case_id}</p><ul>${rule.citations.map(
      ({ label, url = "" }) => html`<li><a href="${url}">${label}</a></li>`,
    )}</ul><p>${rule.customer_description_preview}</p><p>${rule.suggested_verdict_copy}</p></article>`,
)}`;

/** The counsel page against a browser's minimum: from the button to a hundred rules on screen. */
export async function pageRows(): Promise<Row[]> {
  const system = await startTestSystemWithLog();
  const bare = await serveBare(bareText.markup);
  const browser = await startBrowser();
  try {
    const { link } = await commission(system, { rules });
    // Not timed: the function's start and the first view's write have rows of their own.
    await fetch(link);
    const { own, plain } = await timesOf(browser, {
      own: { url: link, condition: `${pressed} && ${drawn}` },
      plain: { url: bare.url, condition: drawn },
    });
    const name = "counsel page: 100 rules readable, CPU slowed 4x";
    return [slowRow(name, own.opened, plain.opened, "bare page with the same text")];
  } finally {
    await browser.close();
    await bare.close();
    await system.close();
  }
}
