import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite } from "../../../support/browser-suite.ts";
import {
  atStep,
  fillForm,
  isFocused,
  openReview,
  shown,
  sign,
} from "../../../support/counsel-page.ts";
import type { Commissioned } from "../../../support/review-fixture.ts";

const suite = browserSuite();
const DAY_S = 24 * 3600;

const statusOf = async ({ review }: Commissioned): Promise<string> => {
  // A token of its own: the clock may have gone past the expiry of the first one.
  const admin = suite.system.api(await suite.system.token({ is_platform_admin: true }));
  return (await admin("GET", `/admin/rule-reviews/${review.id}`)).body.status;
};
const actionsOf = async ({ review }: Commissioned): Promise<string[]> =>
  (await suite.system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body.items.map(
    (row: { action: string }) => row.action,
  );
const pressOpen = (page: Page) => page.locator("#open").click();

describe("before the review is open", () => {
  test("the page itself records nothing; the button does, once", async () => {
    const { page, review, close } = await suite.visit();
    await page.reload();
    expect(await actionsOf(review)).toEqual(["rule_review.requested"]);
    await openReview(page);
    await page.reload();
    await openReview(page);
    expect(await actionsOf(review)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
    ]);
    await close();
  });

  test("loading has a text of its own, and says so to screen readers", async () => {
    const { page, close } = await suite.visit();
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
    await close();
  });

  test.each([
    ["the network fails", undefined],
    [
      "a proxy answers with a page",
      { status: 200, contentType: "text/html", body: "<p>hotel</p>" },
    ],
    ["the gateway is busy", { status: 503, body: '{"message":"Service Unavailable"}' }],
    ["the gateway throttles", { status: 429, body: '{"message":"Too Many Requests"}' }],
  ])("when %s, counsel is told that nothing is recorded and can try again", async (_, answer) => {
    const { page, review, close } = await suite.visit();
    await page.route("**/counsel/review/*", (route) =>
      answer ? route.fulfill(answer) : route.abort(),
    );
    await pressOpen(page);
    await atStep(page, "The review could not be opened");
    await page.getByText("No decision has been recorded, and trying again is safe.").waitFor();
    expect(await actionsOf(review)).toEqual(["rule_review.requested"]);
    await page.unroute("**/counsel/review/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await atStep(page, /^Review of/);
    await close();
  });

  test.each(["not-a-token", "A".repeat(43)])("the link %s is told to be invalid", async (token) => {
    const { page, close } = await suite.open(token);
    await pressOpen(page);
    await atStep(page, "This link is not valid");
    expect(await isFocused(page, "h1")).toBe(true);
    await close();
  });

  test("a withdrawn request says so", async () => {
    const { page, review, close } = await suite.visit();
    await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
    await pressOpen(page);
    await atStep(page, "This review request was withdrawn");
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

describe("while counsel is deciding", () => {
  test("two tabs at once: one decision is recorded, the other tab is told and shows it", async () => {
    const { page, review, close } = await suite.visit();
    const other = await suite.open(review.token);
    for (const tab of [page, other.page]) await openReview(tab);
    await fillForm(page, "Approve", "From the first tab.");
    await fillForm(other.page, "Reject", "From the second tab.");
    await Promise.all([sign(page), sign(other.page)]);
    const ends = /^(Your decision is recorded|This review was decided in the meantime)$/;
    await Promise.all([atStep(page, ends), atStep(other.page, ends)]);
    const headings = [page, other.page].map((tab) => tab.locator("h1").textContent());
    const [first] = await Promise.all(headings);
    const [winner, loser] =
      first === "Your decision is recorded" ? [page, other.page] : [other.page, page];
    const status = await statusOf(review);
    expect(await shown(winner, "decision-value")).toBe(status);
    const decided = (await actionsOf(review)).filter(
      (action) => action === `rule_review.${status}`,
    );
    expect(decided).toHaveLength(1);
    expect(await actionsOf(review)).toHaveLength(3);

    await loser.getByText("What you sent just now was not recorded.").waitFor();
    expect(await shown(loser, "unsent")).toMatch(/^From the (first|second) tab\.$/);
    await loser.getByRole("button", { name: "Show the recorded decision" }).click();
    await atStep(loser, "This review is decided");
    expect(await shown(loser, "signature")).toBe(await shown(winner, "signature"));
    expect(await shown(loser, "comment")).toBe(await shown(winner, "comment"));
    await other.close();
    await close();
  });

  test("the same decision from two tabs gives both the same receipt", async () => {
    const { page, review, close } = await suite.visit();
    const other = await suite.open(review.token);
    for (const tab of [page, other.page]) {
      await openReview(tab);
      await fillForm(tab, "Approve", "The same.");
    }
    await Promise.all([sign(page), sign(other.page)]);
    for (const tab of [page, other.page]) await atStep(tab, "Your decision is recorded");
    expect(await shown(page, "signature")).toBe(await shown(other.page, "signature"));
    await other.close();
    await close();
  });

  test("a lost confirmation is told as such, and sending again gives the one receipt", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Request changes", "Arrives, but nobody hears of it.");
    await page.route("**/decide", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await sign(page);
    await atStep(page, "No confirmation arrived");
    await page.getByText("Sending again is safe:").waitFor();
    expect(await statusOf(review)).toBe("changes_requested");
    await page.unroute("**/decide");
    await page.getByRole("button", { name: "Send again" }).click();
    await atStep(page, "Your decision is recorded");
    expect(await actionsOf(review)).toHaveLength(3);
    await close();
  });

  test("when the service refuses for the moment, nothing is recorded and the draft stays", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "Still here.");
    const problem = { code: "dependency_unavailable", detail: "Later.", request_id: "r-1" };
    await page.route("**/decide", (route) => route.fulfill({ status: 503, json: problem }));
    await sign(page);
    await atStep(page, "Your decision was not recorded");
    await page.getByText("Request r-1.").waitFor();
    expect(await statusOf(review)).toBe("pending");
    await page.getByRole("button", { name: "Back to the form" }).click();
    await atStep(page, /^Review of/);
    expect(await page.locator("#comment").inputValue()).toBe("Still here.");
    await close();
  });

  test("what the service finds wrong stands at its field", async () => {
    const { page, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "x");
    const errors = [{ path: "comment", message: "must be well-formed Unicode" }];
    const problem = { code: "validation_failed", errors };
    await page.route("**/decide", (route) => route.fulfill({ status: 400, json: problem }));
    await sign(page);
    await atStep(page, /^Review of/);
    expect(await isFocused(page, "#errors")).toBe(true);
    expect(await page.locator("#e-comment").textContent()).toContain("well-formed Unicode");
    await close();
  });

  test("a request withdrawn while reading keeps the unsent comment for copying", async () => {
    const { page, review, close } = await suite.visit();
    await openReview(page);
    await fillForm(page, "Approve", "An hour of work.");
    await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
    await sign(page);
    await atStep(page, "This review request was withdrawn");
    expect(await shown(page, "unsent")).toBe("An hour of work.");
    await close();
  });

  test("past its expiry a request says that it expired, before and after it was opened", async () => {
    const { page, review, close } = await suite.visit({ expiryDays: 1 });
    await openReview(page);
    await fillForm(page, "Approve");
    await suite.system.advance(DAY_S + 1);
    await sign(page);
    await atStep(page, "This review request has expired");
    expect(await page.locator("#unsent").isVisible()).toBe(false);
    expect(await statusOf(review)).toBe("pending");
    const late = await suite.open(review.token);
    await pressOpen(late.page);
    await atStep(late.page, "This review request has expired");
    await late.close();
    await close();
  });
});
