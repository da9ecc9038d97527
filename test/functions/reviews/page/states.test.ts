import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import {
  atStep,
  axeViolations,
  isFocused,
  openReview,
  overflow,
  shown,
} from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";

const suite = browserSuite();
const KB = 1024;

const pressOpen = (page: Page) => page.locator("#open").click();

/**
 * Checks that a final state has the focus on its heading, and fits. Such states are all alike, so axe
 * checks only one.
 */
async function expectFinal(page: Page, heading: string, isLooked = sized(true, false)) {
  await atStep(page, heading);
  expect(await isFocused(page, "h1")).toBe(true);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  if (isLooked) expect(await axeViolations(page)).toEqual([]);
}

test("HTML, style, script and the texts of one language travel in at most 30 KB, and nothing else is fetched", async () => {
  const { page, close } = await suite.visit();
  const bytes = new Map<string, number>();
  page.on("response", async (response) => {
    const { responseBodySize } = await response.request().sizes();
    bytes.set(response.request().resourceType(), responseBodySize);
  });
  await page.reload();
  await openReview(page);
  await expect.poll(() => [...bytes.keys()].sort()).toEqual(["document", "fetch"]);
  expect(bytes.get("document")).toBeLessThanOrEqual(30 * KB);
  await close();
});

describe("before the review is open", () => {
  test("loading the page records nothing; the button, whose loading has its own text for screen readers, records one view", async () => {
    const { page, review, close } = await suite.visit();
    await page.reload();
    expect(await suite.actionsOf(review)).toEqual(["rule_review.requested"]);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/counsel/review/*", async (route) => {
      await held;
      await route.continue();
    });
    await pressOpen(page);
    await atStep(page, "Opening the review");
    expect(await page.locator("#status").textContent()).toBe("Opening the review");
    goOn();
    await atStep(page, /^Review of/);
    expect(await page.locator("#status").textContent()).toBe("");
    await page.unroute("**/counsel/review/*");
    await page.reload();
    await openReview(page);
    expect(await suite.actionsOf(review)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
    ]);
    const audit = `/admin/rule-reviews/${review.review.id}/audit`;
    const { body } = await suite.system.admin("GET", audit);
    expect(body.items[1].context.via).toBe("page");
    await close();
  });

  /** How a network, a proxy and a gateway may answer the request. */
  const answers = [
    undefined,
    { status: 200, contentType: "text/html", body: "<p>hotel</p>" },
    { status: 503, body: '{"message":"Service Unavailable"}' },
    { status: 429, body: '{"message":"Too Many Requests"}' },
  ];

  test("when the network fails, a proxy answers with a page, or the gateway is busy or throttles, counsel is told that nothing is recorded and can try again", async () => {
    const { page, review, close } = await suite.visit();
    for (const [i, answer] of answers.entries()) {
      await page.route("**/counsel/review/*", (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      );
      if (i === 0) await pressOpen(page);
      else await page.getByRole("button", { name: "Try again" }).click();
      await expectFinal(page, "The review could not be opened");
      await page.getByText("No decision has been recorded, and trying again is safe.").waitFor();
      await page.unroute("**/counsel/review/*");
    }
    expect(await suite.actionsOf(review)).toEqual(["rule_review.requested"]);
    await page.getByRole("button", { name: "Try again" }).click();
    await atStep(page, /^Review of/);
    await close();
  });

  test("a malformed link and a link that is nobody's are reported as invalid", async () => {
    const { page, close } = await suite.open("not-a-token");
    await pressOpen(page);
    await expectFinal(page, "This link is not valid", true);
    await page.goto(page.url().replace("not-a-token", "A".repeat(43)));
    await pressOpen(page);
    await atStep(page, "This link is not valid");
    await close();
  });

  test("a withdrawn request says so", async () => {
    const { page, review, close } = await suite.visit();
    await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
    await pressOpen(page);
    await expectFinal(page, "This review request was withdrawn");
    await close();
  });

  test("a decided review shows its receipt, without a form", async () => {
    const { page, review, faults, close } = await suite.visit();
    const path = `/counsel/review/${review.token}/decide`;
    const body = { decision: "rejected", comment: "No.\n  Never." };
    const { body: receipt } = await suite.system.api()("POST", path, body);
    await pressOpen(page);
    await atStep(page, "This review is decided");
    expect(await shown(page, "signature")).toBe(receipt.decision_signature);
    expect(await shown(page, "decision-value")).toBe("rejected");
    expect(await shown(page, "comment")).toBe("No.\n  Never.");
    expect(await page.locator("#form").isVisible()).toBe(false);
    expect(await page.locator("article").count()).toBe(3);
    expect(faults).toEqual([]);
    await close();
  });
});
