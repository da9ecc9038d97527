import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { openCounselPage } from "#test/support/counsel-page.ts";
import { countAsked, underWayOf } from "#test/support/page-cost.ts";
import type { CountedSystem } from "./counted-system.ts";
import { sequentialTrips, totalUnits } from "./counting-proxy.ts";

/** What one screen costs. */
export interface Cost {
  ms: number;
  requests: number;
  bytes: number;
  trips: number;
  units: number;
}

/** A screen: who looks at it, where, and what is there once it is complete. */
export interface Screen {
  who: "platform" | "organisation" | "counsel";
  path: string;
  /** A selector, or words within the page. */
  complete: string;
}

export async function plainPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
}

/** A console without a screen, of a platform admin or of the first tenant's admin. */
export async function signedIn(
  browser: Browser,
  { baseUrl }: Pick<CountedSystem, "baseUrl">,
  who: string,
): Promise<Page> {
  const { page } = await openCounselPage(browser, `${baseUrl}/admin/console/nowhere`);
  const label = who === "platform" ? "Platform admin" : "Organisation admin";
  await page.getByRole("button", { name: label, exact: true }).first().click();
  await page.locator("#main h1").waitFor();
  return page;
}

/** Opens a screen, and waits until it stands and asks for nothing more. */
export async function once(page: Page, { proxy }: CountedSystem, screen: Screen): Promise<Cost> {
  const isCounsels = screen.who === "counsel";
  await (isCounsels ? page.goto("about:blank") : standing(page, "/admin/console/nowhere", "h1"));
  const underWay = underWayOf(page);
  /** Until all is answered that the page has asked, and a moment longer. */
  const calm = async () => {
    do await wait(CALM_MS);
    while (underWay.size > 0);
  };
  await calm();
  const counted = countAsked(page, ["fetch", "document"]);
  proxy.take();
  const ms = isCounsels
    ? await counselReads(page, screen)
    : await standing(page, `/admin/console${screen.path}`, screen.complete);
  await calm();
  const calls = proxy.take();
  const asked = await counted();
  page.removeAllListeners();
  return { ms, ...asked, trips: sequentialTrips(calls), units: totalUnits(calls).read };
}

const CALM_MS = 150;
const GIVEN_UP_MS = 30_000;

/** Milliseconds from the change of the address until the first frame with the whole screen. */
const standing = (page: Page, path: string, complete: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const start = performance.now();
    history.pushState(null, "", ${JSON.stringify(path)});
    const look = () => {
      const main = document.querySelector("#main");
      const isThere = main?.querySelector(${JSON.stringify(complete)}) && main.querySelector("h1") && !main.querySelector(".loading");
      if (isThere) resolve(performance.now() - start);
      else if (performance.now() - start > ${GIVEN_UP_MS}) reject(new Error(${JSON.stringify(`${path}: ${complete}`)} + " never appeared in " + main?.textContent));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);

/** From the link to the rules, by way of the button between them. */
async function counselReads(page: Page, { path, complete }: Screen): Promise<number> {
  const start = performance.now();
  await page.goto(path);
  await page.getByRole("button", { name: "Open the review" }).click();
  await page.locator(complete).first().waitFor();
  return performance.now() - start;
}
